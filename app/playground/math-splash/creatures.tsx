import { cn } from '#app/ui/layout/cn.ts'
import { Drawing } from '#app/ui/media/drawing.tsx'
import fish from './drawings/fish.svg?raw'
import frog from './drawings/frog.svg?raw'

/** A frog on a leaf; a frog that joins has a flower. */
export const Frog = ({ hasFlower, className }: { hasFlower: boolean; className?: string }) => (
  <Drawing of={frog} mood={hasFlower ? 'cheering' : 'idle'} className={className} />
)

/** A fish; faint and crossed out if it swam away. */
export const Fish = ({ isAway, className }: { isAway: boolean; className?: string }) => (
  <Drawing of={fish} className={cn(isAway && 'text-ink faint-drawing', className)}>
    {isAway && <path d="M12 46 60 6" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />}
  </Drawing>
)
