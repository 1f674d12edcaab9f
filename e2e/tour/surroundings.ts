/** As wide as the widest screen of the tour; a window's frame comes on top. */
export const windowSize = { width: 1440, height: 900 }

/** English and in Berlin, as all stories; without a graphics card, a bus to screen readers and, for root, WebKit's sandbox. */
export const environment = {
  ...process.env,
  TZ: 'Europe/Berlin',
  LANG: 'en_GB.UTF-8',
  LC_ALL: 'en_GB.UTF-8',
  LANGUAGE: 'en_GB:en',
  LIBGL_ALWAYS_SOFTWARE: '1',
  // A simulated graphics card takes WebKitGTK twice the time of drawing by itself.
  WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  NO_AT_BRIDGE: '1',
}
