/** Whether an address leads to the device itself, so that no other device can open it. */
export const isLoopback = (hostname: string = location.hostname) =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Whether others in the network can read what this page sends: it came over http, and not from the device itself. */
export const isPlainHttp = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'> = location) =>
  protocol === 'http:' && !isLoopback(hostname)
