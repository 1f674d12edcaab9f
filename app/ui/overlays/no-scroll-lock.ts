/**
 * Replaces the library by which Radix locks scrolling behind modal menus and overlays. It injects a style element,
 * which our Content-Security-Policy refuses, so we use neither (see overlay.tsx). vite.config.ts aliases it, which
 * keeps it out of the bundle.
 */
export function RemoveScroll(): never {
  throw new Error(
    'Modal menus and overlays of Radix lock the page by an injected style. Use `modal={false}`, or `useOverlay`.',
  )
}
