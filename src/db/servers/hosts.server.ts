const SERVERS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/** One address per server: a URL may name several, as `one:5432,two:5432`, like those of libpq. */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = SERVERS.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

/** Whether the driver can use it. A list of hosts in the query would be one host to it. */
export function isDatabaseUrl(url: string): boolean {
  const urls = splitHosts(url)
  return urls.every((one) => {
    const parsed = URL.parse(one)
    const inQuery = parsed?.searchParams.get('host')
    if (urls.length > 1) return Boolean(parsed?.hostname) && !inQuery
    return parsed !== null && !inQuery?.includes(',')
  })
}

export function hostAndPort(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** What PostgreSQL shows of a connection: the process, and what it is for. */
export const applicationName = (purpose?: string): string => `golconda/${process.pid}${purpose ? ` ${purpose}` : ''}`
