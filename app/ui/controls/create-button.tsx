import { Plus } from 'lucide-react'
import { cn } from '../layout/cn.ts'
import { Button, type ButtonProps } from './button.tsx'

export type CreateButtonProps = Omit<ButtonProps, 'children'> & { label: string }

/** Creates something, beside the heading of a list: shows its icon alone where the label would not fit beside that. */
export function CreateButton({ label, className, ...rest }: CreateButtonProps) {
  return (
    <Button {...rest} className={cn('cramped:w-(--touch) cramped:px-0', className)}>
      <Plus aria-hidden />
      <span className="cramped:sr-only">{label}</span>
    </Button>
  )
}
