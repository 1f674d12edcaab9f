import { useId, type ReactNode } from 'react'
import { cn } from '#app/ui/layout/cn.ts'

export type SettingsCardProps = { title: string; text?: string; className?: string; children: ReactNode }

export function SettingsCard({ title, text, className, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cn('border-line bg-panel flex min-w-0 flex-col gap-5 rounded-card border p-5 sm:p-6', className)}
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text !== undefined && <p className="text-muted mt-1">{text}</p>}
      </div>
      {children}
    </section>
  )
}
