/**
 * In place of the library with which Radix holds the page still behind modal menus and overlays: it
 * injects a style element, which our Content-Security-Policy refuses, so we use neither (see overlay.tsx).
 * vite.config.ts puts this here; it saves every first visit the library.
 */
export function RemoveScroll(): never {
  throw new Error('Modal menus and overlays of Radix lock the page by an injected style. Use `modal={false}`, or `useOverlay`.')
}
