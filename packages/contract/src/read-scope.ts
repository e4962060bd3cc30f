import type { z } from 'zod'

/** What a read key may read. `vitals` opens no call: it adds heart rates, ages and reasons to what the others answer. */
export const readScopes = ['condition', 'vitals', 'alerts', 'reports', 'devices', 'plan'] as const
export type ReadScope = (typeof readScopes)[number]

/** What a call may ask of a read key: one of the scopes that open calls, or `any` where each key may make it. */
export type CallScope = Exclude<ReadScope, 'vitals'> | 'any'

/** As the console names the scopes. */
export const readScopeNames: Record<ReadScope, string> = {
  condition: '体調',
  vitals: '心拍と年齢',
  alerts: 'アラート',
  reports: 'レポート',
  devices: '機器',
  plan: 'あすの計画',
}

/** What is read with each scope, in words. */
export const readScopeContents: Record<ReadScope, string> = {
  condition: '氏名、場所、総合アラート、WBGT超過、マップ、1分ごとの測定値',
  vitals: 'ほかの範囲に、心拍、年齢、判定の理由を加える',
  alerts: '発生、対応、結果',
  reports: '日報、月報、月次まとめ、暑さ指数記録簿',
  devices: '体調デバイスと着けている人、暑さ指数計、親機・子機、気圧基準器',
  plan: '時刻ごとの暑さ、グループごとの休憩、限りのある人',
}

/** The scope that opens health values. */
export const healthScope: ReadScope = 'vitals'

/**
 * What became of a read: answered; refused since the key is over, has not the scope, may not make the call, has no such site, asks too
 * much at once; not understood; or not answered because of us.
 */
export const keyReadResults = ['given', 'ended', 'stopped', 'noSite', 'scope', 'notFound', 'invalid', 'tooMany', 'failed'] as const
export type KeyReadResult = (typeof keyReadResults)[number]

/** The key of a field's metadata, which the OpenAPI document shows. */
export const readKeyMark = 'x-read-key'

/**
 * Marks a field of an answer that read keys without the scope `vitals` get as null: heart rates, ages, reasons and what reveals them.
 * To people it is what its schema says.
 */
export const vital = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ [readKeyMark]: healthScope })

/** Marks a field of an answer that only read keys with a scope get, whatever scope opened the call; others get null. */
export const ofScope = <Schema extends z.ZodType>(scope: Exclude<ReadScope, 'vitals'>, schema: Schema): Schema =>
  schema.meta({ [readKeyMark]: scope })

/** Marks a field of an answer that every read key gets as null: addresses of people, birth dates, the own measure. */
export const hiddenFromKeys = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ [readKeyMark]: 'never' })
