import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ReadingKind } from './ingest.ts'
import { listOf } from './wire.ts'

/** The kinds of devices, by the word of their readings. */
export const deviceKindNames: Record<ReadingKind, string> = {
  vital: '体調デバイス',
  belt: '安全帯',
  heat: '暑さ指数計',
  gateway: '親機・子機',
  barometer: '気圧基準器',
}

/** The types of what a person wears: 1 and 3 body device, 2 safety belt. */
export const deviceTypeNames: Record<string, string> = { '1': '体調デバイス', '2': '安全帯', '3': '体調デバイス（新型）' }

/** The two sorts of gateway: a child passes its readings to its parent. */
export const gatewayTypeNames: Record<string, string> = { '1': '親機', '2': '子機' }

/** The stage of a device's life on the site. */
export const installationStatusNames: Record<string, string> = { '0': '未設置', '1': '設置済み', '9': 'メンテナンス中' }

/** Whether a device that is placed is drawn on its map. */
export const mapDisplayNames: Record<string, string> = { '1': '表示する', '0': '表示しない' }

const Choices = listOf(z.object({ value: z.string(), label: z.string() }))

export const kbn = {
  safetyBeltDisplay: endpoint({
    method: 'GET',
    path: '/api/Kbn/SafetyBeltDisplay',
    permission: 'session',
    byCard: true,
    summary: '自分に安全帯の画面を出すか。',
    answer: z.object({ display: z.enum(['0', '1']) }),
  }),
  gatewayType: endpoint({
    method: 'GET',
    path: '/api/Kbn/GatewayType',
    permission: 'session',
    byCard: true,
    summary: '親機・子機の種別の選択肢。',
    answer: Choices,
  }),
  deviceType: endpoint({
    method: 'GET',
    path: '/api/Kbn/deviceType',
    permission: 'session',
    byCard: true,
    summary: '身に着ける機器の種別の選択肢。',
    answer: Choices,
  }),
}
