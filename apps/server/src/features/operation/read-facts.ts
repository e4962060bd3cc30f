import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { BackupState } from '../../platform/backup/backup-runs.ts'
import type { Context, Db } from '../../platform/context.ts'
import { readDatabaseHosts } from '../../platform/database/database-hosts.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import { reachedNow } from '../../shared/cluster-health/each-company.ts'
import type { ChannelFigures, OperationFigures } from '../../shared/operation/figures.ts'
import type { DatabaseFacts } from './assess-database.ts'
import type { JobTurn } from './assess-jobs.ts'
import type { MailFacts, PushFacts } from './assess-notices.ts'
import { type ReportedProcess, readProcesses } from './processes.ts'

/** All that the database knows of the service. */
export type ServiceFacts = {
  readonly database: DatabaseFacts
  readonly processes: readonly ReportedProcess[]
  readonly jobs: readonly JobTurn[]
  readonly mail: Omit<MailFacts, 'unansweredTries'>
  readonly push: PushFacts
  readonly channels: readonly ChannelFigures[]
  readonly backups: BackupState
}

type Answered = Pick<DatabaseFacts, 'version' | 'bytes' | 'isReadOnly' | 'connections' | 'mostConnections'>

const hostOf = async ({ config, primary }: Pick<Context, 'config' | 'primary'>): Promise<string | null> => {
  if (config.databaseUrl === undefined) return null
  if (primary !== undefined) return (await primary.find()).name
  return readDatabaseHosts(config.databaseUrl)[0].name
}

const readDatabase = async (context: Pick<Context, 'db' | 'config' | 'primary'>): Promise<DatabaseFacts> => {
  const { db } = context
  const begun = performance.now()
  await sql`select 1`.execute(db)
  const answerMs = performance.now() - begun
  const { rows } = await sql<Answered>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::float8 as bytes,
           current_setting('transaction_read_only') = 'on' as "isReadOnly",
           (select count(*)::int from pg_stat_activity a where a.backend_type = 'client backend') as connections,
           current_setting('max_connections')::int as "mostConnections"`.execute(db)
  const { rows: applied } = await sql<{ name: string }>`select m.name from schema_migration m`.execute(db)
  const known = new Set(applied.map(({ name }) => name))
  const wanted = await readMigrations()
  const [answered] = rows
  if (answered === undefined) throw new Error('the database said nothing of itself')
  return { ...answered, host: await hostOf(context), answerMs, unmigrated: wanted.filter(({ name }) => !known.has(name)).length }
}

const readJobTurns = async (db: Db): Promise<JobTurn[]> => {
  const { rows } = await sql<JobTurn>`
    select j.job, j.every_seconds as "everySeconds", j.began_at as "beganAt", j.ended_at as "endedAt", j.took_ms as "tookMs", j.error,
           j.failing_since as "failingSince"
      from job_run j order by j.job`.execute(db)
  return rows
}

type Lately = Pick<MailFacts, 'refused' | 'lastSentAt'>

const readMail = async (
  { db, pool, config, clock }: Pick<Context, 'db' | 'pool' | 'config' | 'clock'>,
  { isOn, queued, oldestQueuedAt }: OperationFigures['notices']['mail'],
): Promise<ServiceFacts['mail']> => {
  const isReached = await reachedNow({ pool })
  const dayAgo = new Date(clock().getTime() - dayMs)
  const { rows } = await sql<Lately>`
    select (count(*) filter (where m.failed_at is not null and m.refused <> '[]'))::int as refused, max(m.sent_at) as "lastSentAt"
      from outbox_mail m
     where m.created_at > ${dayAgo} and ${isReached('m')}`.execute(db)
  const lately = rows[0] ?? { refused: 0, lastSentAt: null }
  const { rows: since } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_mail m
     where m.created_at > ${dayAgo} and m.failed_at > ${lately.lastSentAt ?? dayAgo} and m.refused <> '[]' and ${isReached('m')}`.execute(
    db,
  )
  return {
    isOn,
    queued,
    oldestQueuedAt,
    ...lately,
    refusedInRow: since[0]?.count ?? 0,
    server: config.smtpUrl === undefined ? null : new URL(config.smtpUrl).host,
  }
}

const readPush = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  { isOn, queued, oldestQueuedAt }: OperationFigures['notices']['push'],
): Promise<PushFacts> => {
  const isReached = await reachedNow({ pool })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_subscription k where ${isReached('k')}`.execute(db)
  return { isOn, queued, oldestQueuedAt, browsers: rows[0]?.count ?? 0 }
}

/** Reads what the database knows of the service, one after another: it is not to take connections from those whose work it is about. */
export const readFacts = async (context: Context, figures: OperationFigures): Promise<ServiceFacts> => {
  const processes = await readProcesses(context.db)
  return {
    database: await readDatabase(context),
    processes,
    jobs: await readJobTurns(context.db),
    mail: await readMail(context, figures.notices.mail),
    push: await readPush(context, figures.notices.push),
    channels: figures.channels,
    backups: figures.backups,
  }
}
