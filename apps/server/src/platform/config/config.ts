import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { diskVariables } from './disk-variables.ts'
import { isPlaceOfFiles } from './forms.ts'
import { loopback } from './listening-variables.ts'
import type { ProcessRole, Secrets } from './operation-variables.ts'
import { tracingSettings } from './trace-variables.ts'
import { defaultsOf, schemasOf, type Variables } from './variable.ts'
import type { TracingSettings } from './tracing-settings.ts'
import { productVariables } from './variables.ts'

/** Where backups are made by schedule, when, and how long they are kept. */
export type BackupSettings = {
  /** A folder, `file:///…` or `s3://bucket/prefix`. */
  readonly place: string
  /** A passphrase or a key of `age`; undefined where backups are not encrypted. */
  readonly key: string | undefined
  /** Of the day in Japan. */
  readonly hour: number
  /** So long each is kept, and beyond it the last of each week. */
  readonly days: number
  readonly weeks: number
}

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
  /** Of backups by schedule; undefined where none are made. */
  readonly backup: BackupSettings | undefined
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
  /** Where traces go; undefined where nothing is recorded. */
  readonly tracing: TracingSettings | undefined
}

/** The settings of a running product, which always has a secret: configured or generated. */
export type Config = Settings & { readonly jwtSecrets: Secrets }

/** An invalid environment variable; the message is one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

// Passwords and what is known of people do not leave this computer in clear unless somebody says so.
const everywhere = '0.0.0.0'

const DiskEnvironment = z.object(schemasOf(diskVariables))

const diskSettings = (env: z.infer<typeof DiskEnvironment>) => ({
  dataDir: resolve(env.DATA_DIR),
  databaseUrl: env.DATABASE_URL,
  filesUrl: env.FILES_URL,
  diskFloorMegabytes: env.DISK_FLOOR_MB,
})

/** A folder or a part of a bucket in the one way of writing it. */
const sameForm = (place: string): string => {
  if (!isPlaceOfFiles(place)) return resolve(place)
  const { protocol, hostname, pathname } = new URL(place)
  return protocol === 's3:' ? `s3://${hostname}/${pathname.replaceAll(/^\/+|\/+$/g, '')}` : resolve(fileURLToPath(place))
}

const Environment = z
  .object(schemasOf(productVariables))
  .refine((env) => (env.TLS_CERT === undefined) === (env.TLS_KEY === undefined), {
    path: ['TLS_CERT'],
    error: 'TLS_KEY と両方を指定するか、どちらも指定しないでください。',
  })
  .refine((env) => env.BACKUP_DIR?.startsWith('s3:') !== true || env.BACKUP_KEY !== undefined, {
    path: ['BACKUP_KEY'],
    error: 'BACKUP_DIR が s3://… のときは、バックアップを暗号化する鍵を指定してください。',
  })
  .refine((env) => env.BACKUP_DIR === undefined || sameForm(env.BACKUP_DIR) !== sameForm(env.FILES_URL ?? join(env.DATA_DIR, 'files')), {
    path: ['BACKUP_DIR'],
    error: 'アップロードされたファイルの保存先（FILES_URL、なければ DATA_DIR の中の files）とは別の場所にしてください。',
  })

const backupSettings = (env: z.infer<typeof Environment>): BackupSettings | undefined =>
  env.BACKUP_DIR === undefined
    ? undefined
    : { place: env.BACKUP_DIR, key: env.BACKUP_KEY, hour: env.BACKUP_HOUR, days: env.BACKUP_DAYS, weeks: env.BACKUP_WEEKS }

const parseVariables = <Schema extends z.ZodType>(
  schema: Schema,
  variables: Variables,
  environment: NodeJS.ProcessEnv,
): z.infer<Schema> => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema.safeParse({ ...defaultsOf(variables), ...given })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(`設定の誤り ${issue?.path[0]?.toString() ?? ''}：${issue?.message ?? ''}`)
}

/**
 * Reads what a command must know of the disk, which need not be able to read all that the product reads, such as its key.
 * @throws ConfigError as `readConfig`
 */
export const readDiskSettings = (environment: NodeJS.ProcessEnv) =>
  diskSettings(parseVariables(DiskEnvironment, diskVariables, environment))

/**
 * Reads and checks every variable the product knows; an empty one counts as absent, as Compose files write it.
 * @throws ConfigError naming the first wrong variable; never its value, which may be a secret
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Settings => {
  const env = parseVariables(Environment, productVariables, environment)
  return {
    port: env.PORT,
    host: env.HOST ?? (env.TLS_CERT === undefined ? loopback : everywhere),
    ...diskSettings(env),
    backup: backupSettings(env),
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
    tracing: tracingSettings(env),
  }
}
