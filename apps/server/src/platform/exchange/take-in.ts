import { type ColumnMapping, message, type ImportKind, type Removal } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import type { Actor } from '../http/route.ts'
import type { Context } from '../context.ts'
import { badRows, Refusal } from '../errors.ts'
import { type Counts, type Failure, finishJob, type JobKey } from '../jobs/job-record.ts'
import type { Database } from '../database/database-types.ts'
import { inTransaction } from '../database/recurring.ts'
import { staysThere } from '../still-there.ts'
import type { FileColumn } from './columns.ts'
import { countAgain } from './count-again.ts'
import { UnreadableFile } from './csv-in.ts'
import { gatherFaults, gatherWarnings, type RowFault } from './faults.ts'
import { hashSecrets } from './hash-secrets.ts'
import { type ColumnsSource, type Staged, stageFile } from './stage.ts'
import type { ExpectedCells } from './read-row.ts'
import { turns } from '../traffic/turns.ts'
import type { Upload } from './upload.ts'

/** How a resource's file is imported. `check` and `apply` see its rows in the staging table. */
export type ImportPlan = {
  readonly kind: ImportKind
  /** The tenant whose records they are. */
  readonly companyId: number
  /** Where its records belong, so that the console leads back there. */
  readonly officeId: number | null
  readonly columns: readonly FileColumn[]
  readonly columnsSource: ColumnsSource
  readonly expected?: ExpectedCells
  /** Which column of the file is which field, where its headings do not say it. */
  readonly mapping?: ColumnMapping
  /**
   * Finds the record of each row and locks what must not change meanwhile; then says what is wrong with which row.
   * @param absent the names of the columns that the file does not have: what they say stays as it is
   */
  readonly check: (client: PoolClient, absent: readonly string[]) => Promise<RowFault[]>
  /** Warnings about rows that can be imported. */
  readonly warn?: (client: PoolClient) => Promise<RowFault[]>
  /** Says what its deletions take along, for callers that want to be asked first; undefined where they take nothing. */
  readonly removal?: (client: PoolClient) => Promise<Removal | undefined>
  /** Creates, updates and deletes, with the audit log. */
  readonly apply: (client: PoolClient, absent: readonly string[]) => Promise<Counts>
  /** The tables that its rows go to, which the planner must know of once they are many. */
  readonly tables: readonly (keyof Database)[]
}

// A file with more passwords is followed by its job.
const longSecrets = 30

/** Rows that cannot be imported, by their numbers. */
export class BadRows extends Refusal {
  readonly failure: Failure

  constructor(messages: Record<string, string[]>) {
    super(400, badRows(messages).body)
    this.failure = { messages }
  }
}

const refuseFaults = (staged: Pick<Staged, 'faults' | 'badRows'>, found: readonly RowFault[]): void => {
  const { messages, badRows: count } = gatherFaults(staged, found)
  if (count > 0) throw new BadRows({ ...messages })
}

/** Progress as rows of the file: reading, hashing and storing each take their share of them. */
export class Progress {
  #rows = 1
  #secrets = 0
  #work = 0
  // What a password costs, counted in rows.
  static readonly secretWeight = 200

  read(done: number, total: number) {
    this.#rows = Math.max(total, 1)
    this.#work = done
  }
  hashing(done: number, total: number) {
    this.#secrets = total
    this.#work = this.#rows + done * Progress.secretWeight
  }
  get now() {
    const all = this.#rows * 3 + this.#secrets * Progress.secretWeight
    return { done: Math.min(this.#rows - 1, Math.floor((this.#rows * this.#work) / all)), total: this.#rows }
  }
}

/** A file on its way in. */
export type Work = {
  readonly plan: ImportPlan
  /** The person who asked for it. */
  readonly actor: Actor
  readonly upload: Upload
  readonly job: JobKey
  readonly progress: Progress
  readonly stopping: AbortSignal
  readonly becomeLong: () => void
}

/** Takes the staged rows in, or, where the sender wants to be asked first, says what they would take along. */
const applyOrAsk = async (client: PoolClient, plan: ImportPlan, staged: Staged, asksFirst: boolean): Promise<Counts> => {
  const unconfirmed = asksFirst ? await plan.removal?.(client) : undefined
  if (unconfirmed !== undefined) return { created: 0, updated: 0, deleted: 0, unchanged: 0, unconfirmed }
  // Queried before the rows are stored: afterwards every row is among the existing ones.
  const warnings = gatherWarnings(staged, (await plan.warn?.(client)) ?? [])
  return {
    ...(await plan.apply(client, staged.absent)),
    ...(warnings !== undefined && { warnings }),
    ...(staged.widenedRows > 0 && { widened: staged.widenedRows }),
  }
}

/** What a file meets whose sender has lost the account, the role or the place of work meanwhile. */
export const noLongerAllowed = () => new Refusal(403, [message('importNotAllowed')])

/** So many files are read or stored at once, each a thread's work or the database's; passwords have turns of their own. */
export const atWork = 4
const inTurn = turns(atWork)

/**
 * Takes an uploaded file in: read, checked, its passwords hashed, and stored together with the job's end, or not at all.
 * @throws Refusal, UnreadableFile or JobCancelled
 */
export const takeIn = async (
  { clock, log }: Context,
  client: PoolClient,
  { plan, actor, upload, job, progress, stopping, becomeLong }: Work,
): Promise<Counts> => {
  const staged = await inTurn(() =>
    stageFile(client, upload.path, plan.columns, plan.columnsSource, {
      expected: plan.expected ?? {},
      mapping: plan.mapping ?? {},
      stopping,
      onRows: (done, total) => progress.read(done, total),
    }),
  )
  await upload.remove()
  if (staged.rows === 0 && staged.badRows === 0) throw new UnreadableFile('E006', '取り込む行がありません。')
  if (staged.secrets.length > longSecrets) becomeLong()
  if (staged.secrets.length > 0) {
    // Before the long work, and without a transaction that would be open as long.
    refuseFaults(staged, await inTransaction(client, () => plan.check(client, staged.absent)))
    await hashSecrets(client, staged.secrets, stopping, (done) => progress.hashing(done, staged.secrets.length))
  }
  return inTurn(async () => {
    const stored = await inTransaction(client, async () => {
      refuseFaults(staged, await plan.check(client, staged.absent))
      stopping.throwIfAborted()
      const counts = await applyOrAsk(client, plan, staged, upload.fields['removalconfirmed'] === '0')
      // Last, since it keeps the sender's account as it is: they may sign in meanwhile.
      if (!(await staysThere(client, actor))) throw noLongerAllowed()
      await finishJob(client, job, counts, clock())
      return counts
    })
    // What was imported stays imported.
    await countAgain(client, plan.tables, stored.created + stored.updated + stored.deleted).catch((error: unknown) =>
      log.warn({ err: error, job: job.jobId }, 'the tables of an import were not analysed'),
    )
    return stored
  })
}
