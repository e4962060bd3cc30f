import type { Loss } from '@mimamori/contract/alert'
import { lostNames, statusNames } from '@mimamori/contract/labels'

/** データ途絶（心拍・通信） */
export const lostInWords = (lost: readonly Loss[]): string => `${statusNames['0']}（${lost.map((name) => lostNames[name]).join('・')}）`
