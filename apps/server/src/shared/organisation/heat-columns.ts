import { clothingNames, clothings } from '@mimamori/contract'
import { z } from 'zod'
import { readWord } from '../../platform/exchange/cell.ts'
import type { Cell } from '../../platform/exchange/columns.ts'

const unlessEmpty = (read: (text: string) => unknown) => (text: string) => (text.trim() === '' ? null : read(text))

const clothingWords = Object.fromEntries(
  clothings.flatMap((key) => [
    [key, key],
    [clothingNames[key].normalize('NFKC'), key],
  ]),
)

const namesByKey: Readonly<Record<string, string>> = clothingNames
const withoutHood = clothings.filter((key) => !key.endsWith('WithHood')).map((key) => clothingNames[key])

/** How files write a layer of the heat profile. */
export const heatCells = {
  metabolicClass: {
    type: 'integer',
    read: unlessEmpty((text) => text.normalize('NFKC').trim()),
    remedy: '0から4までの数字で入力してください。',
  },
  acclimatised: {
    type: 'boolean',
    schema: z.boolean().nullable(),
    write: (value) => (value === true ? '1' : '0'),
    read: unlessEmpty(readWord({ '1': true, '0': false, はい: true, いいえ: false })),
    remedy: '1（慣れている）か0（慣れていない）を入力してください。',
  },
  clothing: {
    read: unlessEmpty(readWord(clothingWords)),
    remedy: `次のどれかを入力してください。${withoutHood.join('、')}。フードを着けるときは、後ろに「＋フード」を付けます。`,
    write: (value) => namesByKey[String(value)] ?? String(value),
  },
} satisfies Record<string, Cell>
