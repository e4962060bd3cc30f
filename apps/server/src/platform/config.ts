import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { NewPassword } from '@mimamori/contract'
import { z } from 'zod'
import { faultOfDatabaseUrl } from './database/database-hosts.ts'
import { hostList, portList } from './host-lists.ts'
import { readProxies } from './traffic/proxies.ts'

export const processRoles = ['api', 'ingest', 'jobs'] as const
export type ProcessRole = (typeof processRoles)[number]

/** Secrets of one use, the newest first. */
export type Secrets = readonly [string, ...string[]]

/** The settings that the environment variables give. */
export type Settings = {
  readonly port: number
  /** Where HTTP and the embedded broker listen; without TLS on this computer alone, unless configured otherwise. */
  readonly host: string
  readonly dataDir: string
  /** Names one host, or all those that the database may be on. */
  readonly databaseUrl: string | undefined
  readonly mqttUrl: string | undefined
  /** How many sessions share the keys at the broker outside. */
  readonly mqttShares: number
  readonly mqttPort: number
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Hosts, `name` or `name:port`, whose push services may be called although they are not out on the internet or speak plain HTTP. */
  readonly pushHosts: readonly string[]
  /** Hosts of the same form whose providers of single sign-on may be called although they are not out on the internet or speak plain HTTP. */
  readonly ssoHosts: readonly string[]
  /** Hosts of the same form that notification channels may reach although they are not out on the internet or speak plain HTTP. */
  readonly channelHosts: readonly string[]
  readonly publicUrl: string | undefined
  /** Where senders reach the broker, whichever it is. */
  readonly publicMqttUrl: string | undefined
  readonly filesUrl: string | undefined
  /** Below so many free megabytes, of 2^20 bytes, nothing large is accepted any more; 0 for no such floor. */
  readonly diskFloorMegabytes: number
  readonly roles: readonly ProcessRole[]
  readonly adminPassword: string | undefined
  /** The first signs; what the others signed stays good, so that a secret can be replaced. */
  readonly jwtSecrets: Secrets | undefined
  /** Where map tiles come from, with {z}, {x} and {y}; undefined for no tiles. */
  readonly tileUrl: string | undefined
  /** Whose tiles they are, and where they say so. */
  readonly tileAttribution: { readonly text: string; readonly url: string | null }
  readonly wbgtServiceUrl: string | undefined
  readonly tlsCert: string | undefined
  readonly tlsKey: string | undefined
  readonly heartbeatUrl: string | undefined
  readonly sismilUrl: string | undefined
  readonly retentionDays: number
  readonly logLevel: string
  /** Addresses or ranges whose X-Forwarded-For is believed, as `readProxies` takes them. */
  readonly trustedProxies: string
  /** Where the metrics are to be had; undefined where beside everything else. */
  readonly metricsPort: number | undefined
  /** What one shows to have the metrics; undefined where everybody who reaches them may. */
  readonly metricsToken: string | undefined
}

/** The settings of a running product, which always has a secret: configured or generated. */
export type Config = Settings & { readonly jwtSecrets: Secrets }

/** An invalid environment variable; the message is one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const wholeNumber = (min: number, max: number) => {
  const error = `${min}から${max}までの整数にしてください。`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error))
}

const address = (form: string, ...protocols: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `${form} の形にしてください。`)
    .optional()

const databaseAddress = z
  .string()
  .superRefine((text, { addIssue }) => {
    const fault = faultOfDatabaseUrl(text)
    if (fault !== undefined) addIssue({ code: 'custom', message: fault })
  })
  .optional()

const webAddress = address('https://… または http://…', 'https:', 'http:')

const isPlaceOfFiles = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 's3:' ? hostname !== '' : protocol === 'file:' && hostname === ''
}

/** The Geospatial Information Authority's pale map, which asks for its name beside it and for this link. */
const publicTiles = {
  address: 'https://cyberjapandata.gsi.go.jp/xyz/pale/{z}/{x}/{y}.png',
  attribution: '国土地理院 https://maps.gsi.go.jp/development/ichiran.html',
} as const

const isTileAddress = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

const tileAddress = z
  .string()
  .refine((text) => text === 'none' || isTileAddress(text), 'https://…/{z}/{x}/{y}.png の形か none にしてください。')
  .default(publicTiles.address)
  .transform((text) => (text === 'none' ? undefined : text))

const tileAttribution = z
  .string()
  .default(publicTiles.attribution)
  .transform((text) => {
    const [, name = text, url] = /^(.*?)\s*(https?:\/\/\S+)?$/.exec(text.trim()) ?? []
    return { text: name === '' ? (url ?? '') : name, url: url ?? null }
  })

const filesAddress = z.string().refine(isPlaceOfFiles, 's3://バケット/… または file:///… の形にしてください。').optional()

const isReadable = (path: string) => {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const readableFile = z.string().refine(isReadable, '読み取れるファイルの場所にしてください。').optional()

const roleList = z
  .string()
  .default(processRoles.join(','))
  .transform((text) =>
    text
      .split(',')
      .map((role) => role.trim())
      .filter((role) => role !== ''),
  )
  .pipe(
    z
      .array(z.enum(processRoles, 'api、ingest、jobs をカンマで区切って並べてください。'))
      .min(1, 'api、ingest、jobs のうち1つ以上を指定してください。'),
  )

// Passwords and what is known of people do not leave this computer in clear unless somebody says so.
const loopback = '127.0.0.1'
const everywhere = '0.0.0.0'

const proxyList = z
  .string()
  .default('loopback')
  .refine((text) => readProxies(text) !== undefined, 'プロキシのアドレスか範囲（10.0.0.0/8 など）をカンマで区切って並べてください。')

const adminPassword = z
  .string()
  .refine((text) => NewPassword.safeParse(text).success, '英小文字、英大文字、数字を含む8〜100文字にしてください。')
  .optional()

const secretLength = 32

// A comma in one secret of before keeps its meaning: only what is long enough on either side counts as two.
const secretsIn = (text: string): Secrets => {
  const [first = '', ...others] = text.split(',').map((secret) => secret.trim())
  return [first, ...others].every((secret) => secret.length >= secretLength) ? [first, ...others] : [text]
}

const secretList = z.string().min(secretLength, `${secretLength}文字以上にしてください。`).transform(secretsIn)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Where this machine keeps what, and how much of its disk stays free. */
const diskVariables = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress,
  FILES_URL: filesAddress,
  DISK_FLOOR_MB: wholeNumber(0, 10_000_000).default(1_024),
}
const DiskEnvironment = z.object(diskVariables)

const diskSettings = (env: z.infer<typeof DiskEnvironment>) => ({
  dataDir: resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL,
  filesUrl: env.FILES_URL,
  diskFloorMegabytes: env.DISK_FLOOR_MB,
})

const Environment = z
  .object({
    ...diskVariables,
    PORT: wholeNumber(0, 65_535).default(8_080),
    // The name means two addresses, of which the second would be served by another server.
    HOST: z
      .string()
      .transform((host) => (host === 'localhost' ? loopback : host))
      .optional(),
    MQTT_URL: address('mqtt://… または mqtts://…', 'mqtt:', 'mqtts:', 'ws:', 'wss:'),
    MQTT_SHARES: wholeNumber(1, 256).default(1),
    MQTT_PORT: wholeNumber(0, 65_535).default(1_883),
    SMTP_URL: address('smtp://… または smtps://…', 'smtp:', 'smtps:'),
    MAIL_FROM: z
      .string()
      .regex(/^[^@\n]+@[^@\s]+$/, 'メールアドレスにしてください。')
      .default('mimamori@localhost'),
    PUSH_HOSTS: hostList,
    SSO_HOSTS: hostList,
    CHANNEL_HOSTS: portList,
    PUBLIC_URL: webAddress,
    PUBLIC_MQTT_URL: address('mqtt://… または mqtts://…', 'mqtt:', 'mqtts:'),
    ROLES: roleList,
    ADMIN_PASSWORD: adminPassword,
    JWT_SECRET: secretList.optional(),
    TILE_URL: tileAddress,
    TILE_ATTRIBUTION: tileAttribution,
    WBGT_SERVICE_URL: webAddress,
    TLS_CERT: readableFile,
    TLS_KEY: readableFile,
    HEARTBEAT_URL: webAddress,
    SISMIL_URL: webAddress,
    RETENTION_DAYS: wholeNumber(1, 3_650).default(400),
    LOG_LEVEL: z.enum(logLevels, `${logLevels.join('、')} のどれかにしてください。`).default('info'),
    TRUSTED_PROXIES: proxyList,
    METRICS_PORT: wholeNumber(0, 65_535).optional(),
    METRICS_TOKEN: z.string().min(16, '16文字以上にしてください。').optional(),
  })
  .refine((env) => (env.TLS_CERT === undefined) === (env.TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    error: 'TLS_KEY と両方を指定するか、どちらも指定しないでください。',
  })

const parseVariables = <Schema extends z.ZodType>(schema: Schema, environment: NodeJS.ProcessEnv): z.infer<Schema> => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(`設定の誤り ${issue?.path[0]?.toString() ?? ''}：${issue?.message ?? ''}`)
}

/**
 * Reads what a command must know of the disk, which need not be able to read all that the product reads, such as its key.
 * @throws ConfigError as `readConfig`
 */
export const readDiskSettings = (environment: NodeJS.ProcessEnv) => diskSettings(parseVariables(DiskEnvironment, environment))

/** The names of all variables that `readConfig` reads. */
export const variableNames: readonly string[] = Object.keys(Environment.shape)

/**
 * Reads and checks every variable the product knows; an empty one counts as absent, as Compose files write it.
 * @throws ConfigError naming the first wrong variable; never its value, which may be a secret
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Settings => {
  const env = parseVariables(Environment, environment)
  return {
    port: env.PORT,
    host: env.HOST ?? (env.TLS_CERT === undefined ? loopback : everywhere),
    ...diskSettings(env),
    mqttUrl: env.MQTT_URL,
    mqttShares: env.MQTT_SHARES,
    mqttPort: env.MQTT_PORT,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    pushHosts: env.PUSH_HOSTS,
    ssoHosts: env.SSO_HOSTS,
    channelHosts: env.CHANNEL_HOSTS,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    publicMqttUrl: env.PUBLIC_MQTT_URL,
    roles: env.ROLES,
    adminPassword: env.ADMIN_PASSWORD,
    jwtSecrets: env.JWT_SECRET,
    tileUrl: env.TILE_URL,
    tileAttribution: env.TILE_ATTRIBUTION,
    wbgtServiceUrl: env.WBGT_SERVICE_URL,
    tlsCert: env.TLS_CERT,
    tlsKey: env.TLS_KEY,
    heartbeatUrl: env.HEARTBEAT_URL,
    sismilUrl: env.SISMIL_URL,
    retentionDays: env.RETENTION_DAYS,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES,
    metricsPort: env.METRICS_PORT,
    metricsToken: env.METRICS_TOKEN,
  }
}
