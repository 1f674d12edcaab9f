declare global {
  interface Navigator {
    /** Whether this page was opened from the Home Screen; only WebKit on iPads and iPhones has it. */
    standalone?: boolean
  }
}

/**
 * Whether this is an iPad or an iPhone, whose browsers are all WebKit. An iPad identifies as a Mac, but has touch
 * points.
 */
export const isIos = () => 'standalone' in navigator && navigator.maxTouchPoints > 1

/** Whether this is a Safari tab on an iPad or iPhone, from which a page can be added to the Home Screen. */
export const isIosSafariTab = () =>
  isIos() && navigator.standalone === false && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo/.test(navigator.userAgent)
