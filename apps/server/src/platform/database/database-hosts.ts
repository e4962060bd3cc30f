/** One machine that the database may be on. */
export type DatabaseHost = {
  /** As written in the address, for the log and the operator: `db1:5432`. */
  readonly name: string
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  /** The address with this host alone. Contains the password: never log it. */
  readonly url: string
}

type Host = Omit<DatabaseHost, 'url'>
type Fault = { readonly fault: string }

const form = 'postgresql://利用者:パスワード@ホスト/データベース の形にしてください。'
const faults = {
  form,
  hosts: `ホストを読み取れません。${form}複数のホストは ホスト1:5432,ホスト2:5432 のように、カンマで区切ってください。`,
  // As libpq's parameters they would override what is named here, and the reader of the address would not see them.
  parameters: 'ホストは host=…、port=… ではなく、データベース名の前に並べてください。',
  session: 'target_session_attrs は read-write か primary にしてください。書き込めるデータベースだけを使います。',
} as const

const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/
const hostForm = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i
const defaultPort = 5_432
const highestPort = 65_535
// What libpq calls a session in which one may write. The product has no use for any other.
const writable = new Set(['read-write', 'primary'])

const readHost = (text: string): Host | undefined => {
  const [, address, name, portText] = hostForm.exec(text) ?? []
  const host = address ?? name
  const port = portText === undefined ? defaultPort : Number(portText)
  if (host === undefined || port < 1 || port > highestPort) return undefined
  return { name: `${decodeURIComponent(text.replace(/:\d+$/, ''))}:${port}`, host: decodeURIComponent(host), port }
}

const canDecode = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const readParts = (text: string): readonly DatabaseHost[] | Fault => {
  const [, scheme, login, hostList = '', path, queryText = ''] = parts.exec(text) ?? []
  if (scheme === undefined || !canDecode(hostList)) return { fault: faults.form }
  const query = new URLSearchParams(queryText)
  const session = query.get('target_session_attrs')
  if (session !== null && !writable.has(session)) return { fault: faults.session }
  const texts = hostList.split(',')
  if (texts.length === 1) {
    const isWhole = URL.canParse(text) || (hostList === '' && query.has('host'))
    return isWhole ? [{ name: hostList, host: hostList, port: defaultPort, url: text }] : { fault: faults.form }
  }
  if (query.has('host') || query.has('port')) return { fault: faults.parameters }
  query.delete('target_session_attrs')
  const rest = `${path}${query.size > 0 ? `?${query}` : ''}`
  const hosts = texts.flatMap((hostText) => {
    const host = readHost(hostText)
    const url = `${scheme}${login}${hostText}${rest}`
    return host === undefined || !URL.canParse(url) ? [] : [{ ...host, url }]
  })
  return hosts.length === texts.length ? hosts : { fault: faults.hosts }
}

/** What is wrong with an address of a database, for the operator; undefined where nothing is. Never says its text, which holds a password. */
export const faultOfDatabaseUrl = (text: string): string | undefined => {
  const read = readParts(text)
  return 'fault' in read ? read.fault : undefined
}

/**
 * The hosts that an address names, in libpq's spelling: `postgres://user:password@db1:5432,db2:5433/mimamori`. Each may be
 * a name, an IP address (v6 in brackets) or a percent-encoded socket folder, with a port or without.
 * @throws Error with one line for the operator
 */
export const readDatabaseHosts = (url: string): readonly [DatabaseHost, ...DatabaseHost[]] => {
  const read = readParts(url)
  if ('fault' in read) throw new Error(`設定の誤り DATABASE_URL：${read.fault}`)
  const [first, ...others] = read
  if (first === undefined) throw new Error(`設定の誤り DATABASE_URL：${faults.form}`)
  return [first, ...others]
}
