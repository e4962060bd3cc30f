import { z } from 'zod'

/** What somebody should look at of a device. It never changes a level. */
const deviceWarnings = ['checkHeartRate', 'differentHeartRates', 'tooLongInterval', 'longInterval', 'stuckValue', 'moved'] as const
export type DeviceWarning = (typeof deviceWarnings)[number]

export const DeviceWarnings = z.array(z.enum(deviceWarnings))

export const deviceWarningNames: Record<DeviceWarning, string> = {
  checkHeartRate: '心拍の値を確かめてください',
  differentHeartRates: '2台の心拍が違います',
  tooLongInterval: '心拍の見守りには不足',
  longInterval: '間隔が長い',
  stuckValue: '値が動きません',
  moved: '動かされたようです',
}

/** What to do about it. */
export const deviceWarningAdvice: Record<DeviceWarning, string> = {
  checkHeartRate: '別の人でも、一日中ほぼ同じ値です。手で測った脈と比べ、違えば機器を交換してください。',
  differentHeartRates: '同じ人の2台が20以上違いました。着け方を直し、手で測った脈と比べてください。',
  tooLongInterval: '受信の間隔が15分を超えています。5分以内にしてください。',
  longInterval: '受信の間隔が5分を超えています。短くすると、危険に早く気づけます。',
  stuckValue: '日中の3時間、値が変わっていません。置き場所と通気を確かめてください。',
  moved: '高さを不明としています。端末を横に並べて、高さを0に合わせてください。',
}
