import { keysOf } from './typed-lists.ts'
import { z } from 'zod'
import { wireFlag, wireInteger } from './wire.ts'

const ensembleNames = {
  workClothes: '作業服',
  clothCoverall: 'つなぎ服（布）',
  smsCoverall: 'SMS不織布のつなぎ服',
  polyolefinCoverall: 'ポリオレフィン布のつなぎ服',
  doubleWoven: '二重織りの服',
  coverallWithLongImpermeableApron: 'つなぎ服と長い不浸透性エプロン',
  impermeableCoverall: '不浸透性のつなぎ服',
  impermeableOverClothes: '服の上に不浸透性の服',
} as const

type Ensemble = keyof typeof ensembleNames
export type ClothingKey = Ensemble | `${Ensemble}WithHood`

const namesOfClothing = keysOf(ensembleNames).flatMap((ensemble): [ClothingKey, string][] => [
  [ensemble, ensembleNames[ensemble]],
  [`${ensemble}WithHood`, `${ensembleNames[ensemble]}＋フード`],
])

/** What people wear, as far as the heat it holds in is concerned (ISO 7243 Annex F), each without and with a hood. */
export const clothings: readonly ClothingKey[] = namesOfClothing.map(([key]) => key)

export const clothingNames = Object.fromEntries(namesOfClothing) as Record<ClothingKey, string>

export const metabolicClassNames = [
  '安静',
  '低代謝率（軽い手作業、運転）',
  '中程度代謝率（くぎ打ち、左官）',
  '高代謝率（運搬、掘る、のこぎり）',
  '極高代謝率（激しく掘る、階段を登る）',
] as const

/** A layer of the heat profile: what is left null comes from the group, then from the site. */
export const HeatLayer = {
  metabolicClass: wireInteger(0, 4)
    .nullish()
    .transform((value) => value ?? null),
  acclimatised: wireFlag.nullish().transform((value) => value ?? null),
  clothing: z
    .enum(clothings)
    .nullish()
    .transform((value) => value ?? null),
}

/** The same in answers. */
export const HeatLayerAnswer = {
  metabolicClass: z.number().int().nullable(),
  acclimatised: z.boolean().nullable(),
  clothing: z.enum(clothings).nullable(),
}
