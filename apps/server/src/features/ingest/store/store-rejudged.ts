import { packState, type WorkerState } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { jsons } from '../../../platform/database/binary-columns.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { gapOf } from '../gap-of.ts'
import type { Assessment } from '../model.ts'
import type { AssessedReading } from '../reading.ts'

// Each reading is looked up by its key and changed where it was found: a plan made while the table is young would go through
// the week.
/** The statement that corrects the levels of stored readings. */
export const correctLevels = {
  name: 'ingest-correct-levels',
  text: `
    update reading r set heart_level = x.heart_level, heat_level = x.heat_level, total_level = x.total_level, excess = x.excess,
           gap_seconds = x.gap_seconds
      from unnest($2::int[], $3::timestamptz[], $4::boolean[], $5::smallint[], $6::smallint[], $7::smallint[], $8::real[], $11::smallint[])
           as x (device_id, at, call, heart_level, heat_level, total_level, excess, gap_seconds)
     cross join lateral (
       select k.tableoid as part, k.ctid as place from reading k
        where k.company_id = $1 and k.device_id = x.device_id and k.at = x.at and k.call = x.call and k.at >= $9 and k.at <= $10 limit 1) known
     where r.tableoid = known.part and r.ctid = known.place and r.company_id = $1 and r.at >= $9 and r.at <= $10`,
}
const dropCheckpoints = {
  name: 'ingest-drop-checkpoints',
  text: `
    delete from worker_checkpoint c using unnest($2::int[], $3::timestamptz[]) as x (user_id, since)
     where c.company_id = $1 and c.user_id = x.user_id and c.at > x.since`,
}
// Late readings may be a day older than the state (`PUT_IN_PLACE_MS`); of the states before that only the latest is needed.
const keepCheckpoints = {
  name: 'ingest-keep-checkpoints',
  text: `
    with stored as (
      insert into worker_checkpoint (company_id, user_id, at, judge)
      select $1, x.* from unnest($2::int[], $3::timestamptz[], $4::json[]) as x (user_id, at, judge)
      on conflict (company_id, user_id, at) do update set judge = excluded.judge)
    delete from worker_checkpoint c using unnest($2::int[], $3::timestamptz[]) as x (user_id, at)
     where c.company_id = $1 and c.user_id = x.user_id
       and c.at < (select max(o.at) from worker_checkpoint o
                    where o.company_id = $1 and o.user_id = x.user_id and o.at <= x.at - interval '24 hours')`,
}

const storeLevels = async (client: PoolClient, companyId: number, changed: readonly AssessedReading[]): Promise<void> => {
  if (changed.length === 0) return
  const column = (value: (item: AssessedReading) => number | boolean | string | null) => arrayOf(changed, value)
  const judged = (item: AssessedReading) => (item.worker?.fresh === true ? item.worker : null)
  const times = changed.map(({ reading }) => reading.at)
  await client.query({
    ...correctLevels,
    values: [
      companyId,
      column(({ reading }) => reading.deviceId),
      column(({ reading }) => instantOf(reading.at)),
      column(({ reading }) => reading.call),
      column((item) => judged(item)?.heartLevel ?? null),
      column((item) => judged(item)?.heatLevel ?? null),
      column((item) => judged(item)?.totalLevel ?? null),
      column(({ worker }) => worker?.excess ?? null),
      instantOf(Math.min(...times)),
      instantOf(Math.max(...times)),
      column(gapOf),
    ],
  })
}

const storeCheckpoints = async (client: PoolClient, companyId: number, { checkpoints, rejudged }: Assessment): Promise<void> => {
  const begins = [...rejudged].map(([userId, { replayed }]) => ({ userId, since: replayed.from }))
  if (begins.length > 0)
    await client.query({
      ...dropCheckpoints,
      values: [companyId, arrayOf(begins, ({ userId }) => userId), arrayOf(begins, ({ since }) => instantOf(since))],
    })
  const states = [...checkpoints].flatMap(([userId, own]) =>
    own.flatMap((state: WorkerState) => (state.at === null ? [] : { userId, at: state.at, state })),
  )
  if (states.length === 0) return
  await client.query({
    ...keepCheckpoints,
    values: [
      companyId,
      arrayOf(states, ({ userId }) => userId),
      arrayOf(states, ({ at }) => instantOf(at)),
      jsons(states, ({ state }) => JSON.stringify(packState(state))),
    ],
  })
}

/** Corrects the levels of stored readings that were judged again, and keeps states from which that can be done. */
export const storeRejudged = async (client: PoolClient, companyId: number, assessment: Assessment): Promise<void> => {
  await storeLevels(
    client,
    companyId,
    [...assessment.rejudged.values()].flatMap(({ changed }) => changed),
  )
  await storeCheckpoints(client, companyId, assessment)
}
