import type { KeyReadResult, ReadScope } from '@mimamori/contract'
import { dayMs } from '@mimamori/simulator'
import type { ClientBase } from 'pg'
import { japanDay, japanDayRange } from '../platform/japan-time.ts'
import { newReadKey } from '../shared/access-keys/read-key.ts'

/** A company, with the sites that its keys read. */
type Reading = { readonly companyId: number; readonly first: number; readonly second: number; readonly by: string; readonly nowMs: number }

type Use = {
  readonly at: Date
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly result: KeyReadResult
  readonly items: number | null
}

type DemoKey = {
  readonly name: string
  readonly scopes: readonly ReadScope[]
  readonly officeIds: readonly number[] | null
  /** Days ago, and to come. */
  readonly made: number
  readonly ends: number
  readonly address: string | null
  readonly uses: readonly Use[]
  /** When it was used last, where that is longer ago than uses are listed. */
  readonly lastUsedAt?: Date
}

const minuteMs = 60_000

const keysOf = ({ first, second, nowMs }: Reading): readonly DemoKey[] => {
  const dayBegan = japanDayRange(japanDay(new Date(nowMs))).from.getTime()
  const minutes = Math.floor((nowMs - dayBegan) / minuteMs)
  /** Of today, as far as it is past. */
  const at = (clockMinutes: number, use: Omit<Use, 'at'>): Use[] =>
    clockMinutes < minutes ? [{ ...use, at: new Date(dayBegan + clockMinutes * minuteMs + 9_000) }] : []
  const alerts = { method: 'GET', path: '/api/HealthCondition/Alert', result: 'given', items: 7 } as const
  const refused = { method: 'GET', path: '/api/HealthCondition', result: 'ended', items: null } as const
  const dashboard = { name: '本社の安全ダッシュボード', scopes: ['condition', 'alerts'], officeIds: [first], made: 0, ends: 102 } as const
  const partner = { name: '協力会社 東鳶興業', scopes: ['alerts'], officeIds: [second], made: 21, ends: 71 } as const
  return [
    {
      name: '旧 掲示モニター',
      scopes: ['condition'],
      officeIds: [first],
      made: 386,
      ends: -21,
      address: '203.0.113.9',
      uses: [...at(722, refused), ...at(727, refused)],
      lastUsedAt: new Date(dayBegan - 21 * dayMs + 1_082 * minuteMs),
    },
    { ...partner, address: null, uses: [] },
    {
      name: '月次の集計（BI）',
      scopes: ['reports'],
      officeIds: null,
      made: 112,
      ends: 253,
      address: '198.51.100.7',
      uses: at(300, { method: 'POST', path: '/api/Report', result: 'given', items: 1_302 }),
      lastUsedAt: new Date(dayBegan - dayMs + 300 * minuteMs),
    },
    {
      name: '勤怠システム',
      scopes: ['alerts'],
      officeIds: [first],
      made: 358,
      ends: 6,
      address: '203.0.113.24',
      uses: Array.from({ length: minutes }, (_, minute) => at(minute, alerts)).flat(),
    },
    { ...dashboard, address: null, uses: [] },
  ]
}

const keySql = `
  insert into read_key (company_id, key_id, number, name, scopes, office_ids, secret_hash, created_at, created_by, ends_at, last_used_at, last_address)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const usesSql = `
  insert into read_key_use (company_id, key_id, minute, method, path, result, address, reads, items, last_at)
  select $1, $2, date_trunc('minute', x.at), x.method, x.path, x.result, $3, 1, x.items, x.at
    from unnest($4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::bigint[]) as x (at, method, path, result, items)`

/** Writes the keys of a company's other systems, with what they read today. Nobody has their secrets. */
export const seedReadKeys = async (client: ClientBase, reading: Reading): Promise<void> => {
  const { companyId, by, nowMs } = reading
  for (const [index, { name, scopes, officeIds, made, ends, address, uses, lastUsedAt }] of keysOf(reading).entries()) {
    const { keyId, hash } = newReadKey()
    const given = uses.findLast(({ result }) => result === 'given')?.at ?? lastUsedAt ?? null
    const { to: endsAt } = japanDayRange(japanDay(new Date(nowMs + ends * dayMs)))
    const times = [new Date(nowMs - made * dayMs), by, endsAt, given, address]
    await client.query(keySql, [companyId, keyId, index + 1, name, [...scopes], officeIds, hash, ...times])
    const column = <Value>(valueOf: (use: Use) => Value) => uses.map(valueOf)
    await client.query(usesSql, [
      companyId,
      keyId,
      address ?? '',
      column((use) => use.at),
      column((use) => use.method),
      column((use) => use.path),
      column((use) => use.result),
      column((use) => use.items),
    ])
  }
}
