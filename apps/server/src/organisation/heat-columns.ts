import { clothingNames, clothings, HeatLayer } from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../platform/exchange/cell.ts'
import { importColumn, type ImportColumn } from '../platform/exchange/columns.ts'

const unlessEmpty = (read: (text: string) => unknown) => (text: string) => (text.trim() === '' ? null : read(text))

const clothingWords = Object.fromEntries(
  clothings.flatMap((key) => [
    [key, key],
    [clothingNames[key].normalize('NFKC'), key],
  ]),
)

/** The columns of a layer of the heat profile, under the resource's own labels. */
export const heatColumns = (labels: Readonly<Record<keyof typeof HeatLayer, string>>): readonly ImportColumn[] => [
  importColumn({
    name: 'metabolic_class',
    label: labels.metabolicClass,
    type: 'integer',
    schema: HeatLayer.metabolicClass,
    read: unlessEmpty((text) => text.normalize('NFKC').trim()),
    remedy: '0から4までの数字で入力してください。',
  }),
  importColumn({
    name: 'acclimatised',
    label: labels.acclimatised,
    type: 'boolean',
    schema: z.boolean().nullable(),
    write: (value) => (value === true ? '1' : '0'),
    read: unlessEmpty(readWord({ '1': true, '0': false, はい: true, いいえ: false })),
    remedy: '1（慣れている）か0（慣れていない）を入力してください。',
  }),
  importColumn({
    name: 'clothing',
    label: labels.clothing,
    type: 'text',
    schema: HeatLayer.clothing,
    read: unlessEmpty(readWord(clothingWords)),
    remedy: `次のどれかを入力してください。${Object.values(clothingNames).join('、')}`,
    write: (value) => clothingNames[value as keyof typeof clothingNames] ?? String(value),
  }),
]
