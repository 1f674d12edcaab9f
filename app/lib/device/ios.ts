declare global {
  interface Navigator {
    /** Safari on iPads and iPhones alone: whether this page was opened from the Home Screen. */
    standalone?: boolean
  }
}

/** Whether this is an iPad or an iPhone, whose browsers are all WebKit. An iPad calls itself a Mac, but is touched. */
export const isIos = () => 'standalone' in navigator && navigator.maxTouchPoints > 1

/** Whether this is Safari itself on one of them, in a tab: from there a page goes to the Home Screen. */
export const isIosSafariTab = () => isIos() && navigator.standalone === false && !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo/.test(navigator.userAgent)
