import { ImageUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import type { PictureButtonProps } from '#app/lib/device/picture-button-props.ts'
import { Button } from '#app/ui/controls/button.tsx'

// A chunk of its own, because it contains Uppy.
const PictureDialog = lazyWithPreload(() => import('./picture-dialog.tsx'))

export function PictureButton({ label, ...dialog }: PictureButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        <ImageUp aria-hidden />
        <span>{label}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PictureDialog title={label} {...dialog} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
