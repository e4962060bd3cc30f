import type { SessionLine } from './mqtt-session.ts'
import type { Member } from './shares.ts'

// The first halves of advisory locks; any numbers do as long as nobody else locks them.
const ofShares = 7_301
const ofProcesses = 7_302
// The second half beside a process's own, which is its connection's number and above 0.
const ofTheMove = 0

// The one session of releases before has the number it had there, so that these take turns with those.
const numberOf = (shares: number, share: number): number => (shares === 1 ? 1 : shares * 1_000 + share)

/** How the keys are shared out at the broker. One row of the database, which every process reads. */
export type Layout = {
  /** How many shares are read. */
  readonly shares: number
  /** How many there are to be, by the settings of the process that was started last. */
  readonly wanted: number
  /** The number that is being moved to; null where none is. */
  readonly next: number | null
  /** The sessions of before are being emptied, and nobody reads any. */
  readonly isLeaving: boolean
}

/** What a process sees when it looks around. */
export type Surroundings = {
  readonly layout: Layout
  /** The processes that take part, this one among them where it does, by the numbers of their connections. */
  readonly members: readonly Member[]
  readonly self: number
  /** When each process last sent the database a statement, as the database writes times. */
  readonly lastStatements: ReadonlyMap<number, string>
}

const locks = `
  select l.pid, l.classid::int8 as kind, l.objid::int8 as number, a.state_change::text as last_statement, pg_backend_pid() as self
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in (${ofShares}, ${ofProcesses})
     and l.database = (select d.oid from pg_database d where d.datname = current_database())`
const layouts = `
  select l.shares, l.wanted_shares as wanted, l.next_shares as next, l.is_leaving as "isLeaving" from broker_layout l`

type LockRow = { pid: number; kind: number; number: number; last_statement: string | null; self: number }

const tryLock = async (line: SessionLine, kind: number, number: number): Promise<boolean> =>
  // Tried again and again rather than waited for: a statement that waits prevents the cleanup of old rows.
  (await line.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [kind, number]))[0]?.mine === true

const unlock = (line: SessionLine, kind: number, number: number) => line.query('select pg_advisory_unlock($1, $2)', [kind, number])

/** Takes the right to a share's session where nobody has it; true where it is this process's from now on, until the line is lost. */
export const tryTakeShare = (line: SessionLine, shares: number, share: number) => tryLock(line, ofShares, numberOf(shares, share))

export const giveShare = (line: SessionLine, shares: number, share: number) => unlock(line, ofShares, numberOf(shares, share))

/** Takes the right to move everybody to another number of shares, where nobody has it. */
export const tryTakeMove = (line: SessionLine) => tryLock(line, ofProcesses, ofTheMove)

export const giveMove = (line: SessionLine) => unlock(line, ofProcesses, ofTheMove)

/** Lets every process know that this one takes part. */
export const join = (line: SessionLine) => line.query('select pg_try_advisory_lock($1, pg_backend_pid())', [ofProcesses])

/** Lets every process know that this one takes part no longer. */
export const resign = (line: SessionLine) => line.query('select pg_advisory_unlock($1, pg_backend_pid())', [ofProcesses])

export const readLayout = async (line: SessionLine): Promise<Layout> => {
  const [layout] = await line.query<Layout>(layouts)
  if (layout === undefined) throw new Error('the layout of the broker is not in the database')
  return layout
}

/** Who takes part, who holds how much, and how the keys are shared out. */
export const lookAround = async (line: SessionLine): Promise<Surroundings> => {
  const layout = await readLayout(line)
  const rows = await line.query<LockRow>(locks)
  const members = rows.filter(({ kind, number }) => kind === ofProcesses && number !== ofTheMove)
  return {
    layout,
    self: rows[0]?.self ?? 0,
    members: members.map(({ pid }) => ({
      id: pid,
      held: rows.filter((row) => row.kind === ofShares && row.pid === pid).length,
    })),
    lastStatements: new Map(
      members.flatMap(({ pid, last_statement: lastStatement }) => (lastStatement === null ? [] : [[pid, lastStatement]])),
    ),
  }
}

/** Ends the connection of a process that has fallen silent, and with it all its rights: it learns so when it wakes. */
export const endMember = (line: SessionLine, id: number) => line.query('select pg_terminate_backend($1)', [id])
