import { type AlertEpisode, type AlertKind, endpoints, type Outcome } from '@mimamori/contract'
import { minuteMs } from '@mimamori/simulator'
import type { DemoSite } from './demo-file.ts'

type Handling = { readonly outcome: Outcome; readonly note: string }

const handlings: Record<AlertKind, readonly Handling[]> = {
  emergency: [
    { outcome: 'rested', note: '休憩所で30分冷却。会話・歩行に問題なく、軽作業から復帰。' },
    { outcome: 'medical', note: '吐き気があり臨海総合病院を受診。点滴後に帰宅、翌日は休み。' },
  ],
  condition: [
    { outcome: 'rested', note: '声をかけ、日陰で水分をとって10分休憩。' },
    { outcome: 'rested', note: '作業を交代して休憩所へ。心拍が下がったことを確認。' },
  ],
  siteHeat: [{ outcome: 'other', note: '朝礼と放送で休憩の間隔を短くした。送風機を追加。' }],
  belt: [{ outcome: 'other', note: '無線で声かけ。フックの使用を確認した。' }],
  noHeartRate: [{ outcome: 'falseAlarm', note: 'バンドのゆるみ。装着を直した。' }],
  silent: [{ outcome: 'falseAlarm', note: '本人に電話で確認。機器を再起動した。' }],
  gatewaySilent: [{ outcome: 'other', note: '親機の電源を入れ直した。' }],
  clock: [{ outcome: 'other', note: '機器の時計を合わせた。' }],
  siteSilent: [{ outcome: 'other', note: '仮設電源の復旧を確認した。' }],
  battery: [{ outcome: 'other', note: '充電済みの機器と交換した。' }],
}

// What is younger is left for the person who tries the demo.
const settledAfterMs = 6 * 60 * minuteMs

const ask = async (url: URL, token: string | undefined, body?: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
  return response.json()
}

const signIn = async (url: string, username: string, password: string): Promise<string> => {
  const answer = await ask(new URL('/api/Authenticate/Login', url), undefined, { username, password })
  const { token } = endpoints.session.login.answer.parse(answer)
  if (token === null) throw new Error(`${username} is locked out`)
  return token
}

const isSettled = ({ kind, handling, startedAt, endedAt }: AlertEpisode, nowMs: number): boolean =>
  handling !== 'closed' && (kind === 'emergency' || endedAt !== null) && nowMs - Date.parse(startedAt) > settledAfterMs

/**
 * Handles a site's old alerts as its administrator would, through the console's own calls: seen, then closed with an
 * outcome. Gives how many.
 */
export const handlePastAlerts = async (
  url: string,
  site: Pick<DemoSite, 'officeId' | 'adminLogin'>,
  password: string,
  nowMs: number,
): Promise<number> => {
  const token = await signIn(url, site.adminLogin, password)
  const list = new URL('/api/HealthCondition/Alert', url)
  list.search = new URLSearchParams({ allTime: '1', officeId: String(site.officeId), limit: '1000' }).toString()
  const { data } = endpoints.alert.list.answer.parse(await ask(list, token))
  const settled = data.filter((episode) => isSettled(episode, nowMs))
  for (const [index, { id, kind }] of settled.entries()) {
    const choices = handlings[kind]
    await ask(new URL(`/api/Alert/${id}/Acknowledge`, url), token, {})
    await ask(new URL(`/api/Alert/${id}/Close`, url), token, choices[index % choices.length])
  }
  return settled.length
}
