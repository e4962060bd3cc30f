import type { AlertKind, Outcome } from '@mimamori/contract'
import { closeEmergency } from '@mimamori/heat'
import { chance, minuteMs } from '@mimamori/simulator'
import { clearEmergency, lockJudge } from '../features/alerts/list/store.ts'
import { setHandling } from '../features/alerts/episodes/set-handling.ts'
import type { Context } from '../platform/context.ts'
import type { DemoSite } from './demo-file.ts'

type Handling = { readonly outcome: Outcome; readonly note: string }

const handlings: Record<AlertKind, readonly Handling[]> = {
  emergency: [
    { outcome: 'rested', note: '休憩所で30分冷却。会話・歩行に問題なく、軽作業から復帰。' },
    { outcome: 'medical', note: '吐き気があり臨海総合病院を受診。点滴後に帰宅、翌日は休み。' },
  ],
  fall: [{ outcome: 'rested', note: '足場板につまずいて転んだ。けががないことを確かめ、休ませてから復帰。' }],
  noMotion: [{ outcome: 'falseAlarm', note: '機器を外して休憩していた。本人に会って確認。' }],
  deviceHeat: [{ outcome: 'rested', note: '日陰で30分休ませ、水分をとらせた。' }],
  help: [{ outcome: 'rested', note: '気分が悪くなって通報。休憩所で冷やし、顔色が戻った。' }],
  condition: [
    { outcome: 'rested', note: '声をかけ、日陰で水分をとって10分休憩。' },
    { outcome: 'rested', note: '作業を交代して休憩所へ。心拍が下がったことを確認。' },
    { outcome: 'rested', note: '送風機の前で15分休憩。顔色も戻った。' },
    { outcome: 'sentHome', note: '朝食をとっておらず、だるさが残るため帰宅。' },
    { outcome: 'rested', note: '空調服のバッテリーを交換して、10分休憩。' },
  ],
  report: [
    { outcome: 'rested', note: '日陰で30分休ませ、水分をとらせた。顔色が戻り、本人が大丈夫と答えた。' },
    { outcome: 'sentHome', note: '寝不足とのこと。付き添って帰宅させた。' },
  ],
  siteHeat: [{ outcome: 'other', note: '朝礼と放送で休憩の間隔を短くした。送風機を追加。' }],
  belt: [{ outcome: 'other', note: '無線で声かけ。フックの使用を確認した。' }],
  noHeartRate: [{ outcome: 'falseAlarm', note: 'バンドのゆるみ。装着を直した。' }],
  silent: [{ outcome: 'falseAlarm', note: '本人に電話で確認。機器を再起動した。' }],
  gatewaySilent: [{ outcome: 'other', note: '親機の電源を入れ直した。' }],
  deviceSilent: [{ outcome: 'other', note: '計測器の電源を入れ直した。' }],
  clock: [{ outcome: 'other', note: '機器の時計を合わせた。' }],
  siteSilent: [{ outcome: 'other', note: '仮設電源の復旧を確認した。' }],
  barometerMoved: [{ outcome: 'other', note: '基準器を元の場所に戻し、端末の高さを0に合わせた。' }],
  battery: [{ outcome: 'other', note: '充電済みの機器と交換した。' }],
}

// What is younger is left for the person who tries the demo.
const settledAfterMs = 6 * 60 * minuteMs

type Settled = {
  readonly alert_id: number
  readonly kind: AlertKind
  readonly user_id: number | null
  readonly started_at: Date
  readonly ended_at: Date | null
}

const findSettled = `
  select a.alert_id, a.kind, a.user_id, a.started_at, a.ended_at from alert a
   where a.company_id = $1 and a.office_id = $2 and a.handling <> 'closed' and (a.kind = 'emergency' or a.ended_at is not null)
     and a.started_at < $3 and not a.drill and not a.withdrawn
   order by a.started_at, a.alert_id`

const findAdmin = `
  select u.user_id, u.full_name as user_name from app_user u
   where u.company_id = $1 and u.office_id = $2 and u.login_id = $3 and u.deleted_at is null`

/** How long an alert waited for an answer: most of them a minute to five, some ten, a few longer than half an hour. */
const waitOf = (seed: number, startedMs: number): number => {
  const [luck, length] = [chance(seed, 'answer', startedMs), chance(seed, 'wait', startedMs)]
  const [from, to] = luck < 0.85 ? [1, 5] : luck < 0.97 ? [5, 15] : [31, 45]
  return (from + length * (to - from)) * minuteMs
}

/**
 * Handles a site's old alerts as its administrator would have at the time: seen some minutes after they began, then closed
 * with an outcome. Gives how many.
 */
export const handlePastAlerts = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  { companyId, officeId, adminLogin }: Pick<DemoSite, 'companyId' | 'officeId' | 'adminLogin'>,
  seed: number,
  nowMs: number,
): Promise<number> => {
  const { rows: settled } = await pool.query<Settled>(findSettled, [companyId, officeId, new Date(nowMs - settledAfterMs)])
  const { rows: admins } = await pool.query<{ user_id: number; user_name: string }>(findAdmin, [companyId, officeId, adminLogin])
  const [first] = admins
  if (first === undefined) return 0
  const admin = { userId: first.user_id, userName: first.user_name }
  for (const [index, { alert_id, kind, user_id: userId, started_at, ended_at }] of settled.entries()) {
    const keys = [{ companyId, alertId: alert_id }]
    const seenMs = started_at.getTime() + waitOf(seed, started_at.getTime())
    const closedMs = Math.min(nowMs, Math.max(seenMs, ended_at?.getTime() ?? 0) + 12 * minuteMs)
    const { outcome, note } = handlings[kind][index % handlings[kind].length] ?? { outcome: 'other', note: '' }
    // Only a person ends an emergency, so one that has ended is a record of weeks that were never judged.
    const inDanger = kind === 'emergency' && ended_at === null && userId !== null ? { companyId, userId } : undefined
    await db.transaction().execute(async (transaction) => {
      const judge = inDanger === undefined ? undefined : await lockJudge(transaction, inDanger)
      await setHandling(transaction, keys, { handling: 'acknowledged', outcome: null, note: null }, { ...admin, at: new Date(seenMs) })
      await setHandling(transaction, keys, { handling: 'closed', outcome, note }, { ...admin, at: new Date(closedMs) })
      if (inDanger !== undefined) await clearEmergency(transaction, inDanger, judge && closeEmergency(judge, closedMs))
    })
  }
  return settled.length
}
