const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the host name of a URL is that of this machine: `localhost`, `127.0.0.1` or `[::1]`. */
export const isLocalHost = (hostname: string): boolean => LOCAL_HOSTS.has(hostname)
