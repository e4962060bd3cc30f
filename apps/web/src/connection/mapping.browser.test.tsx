import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { emptyRow, type MappingRow, sourcesOf } from './mapping-draft.ts'
import { MappingRowLine } from './mapping-row-line.tsx'
import { MessageView } from './message-view.tsx'

const message = {
  deviceInfo: { devEui: '24e124713c490108' },
  rxInfo: [{ gatewayId: '0016c001f153a14c', uplinkId: 4_217_106_255, rssi: -97, snr: 6.8 }],
  object: { wbgt: 312, co2: 417 },
}

test('the message has the numbers of what is mapped, says what is not read, and opens its long parts', async () => {
  await mount(() => <MessageView message={message} mapped={[{ path: 'object.wbgt', number: 3, name: 'WBGT' }]} decodedPath="object" />)
  const lines = page.getByRole('list', { name: '最後に届いたデータ' }).getByRole('listitem')
  await expect.element(lines.filter({ hasText: '"wbgt"' })).toHaveTextContent('33 WBGT"wbgt": 312,')
  await expect.element(lines.filter({ hasText: '"co2"' })).toHaveTextContent('"co2": 417読みません')
  await expect.element(lines.filter({ hasText: '"rssi"' })).toBeVisible()
  await page.getByRole('button', { name: 'rxInfoを開く' }).click()
  await expect.element(lines.filter({ hasText: '"rssi"' })).toHaveTextContent('"rssi": -97,')
})

test('a value that no path can name says why it is not read', async () => {
  await mount(() => <MessageView message={{ object: { 'Temp[C]': 31 } }} mapped={[]} decodedPath="object" />)
  await expect.element(page.getByText('名前に . や [ ] があるので選べません')).toBeVisible()
})

type Props = Parameters<typeof MappingRowLine>[0]

const showRow = async (given: Partial<Props> = {}) => {
  const onChange = vi.fn()
  const Row = () => {
    const [row, setRow] = useState<MappingRow>(given.row ?? emptyRow('wbgt', 'wbgt'))
    return (
      <ul>
        <MappingRowLine
          number={3}
          type="chirpstack"
          sources={sourcesOf(message, 'chirpstack')}
          field={undefined}
          wasTried={false}
          onRemove={() => undefined}
          {...given}
          row={row}
          onChange={(changed) => {
            const { key: _, ...rest } = changed
            onChange(rest)
            setRow(changed)
          }}
        />
      </ul>
    )
  }
  await mount(() => <Row />)
  return onChange
}

const pick = async (label: string, words: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByTitle(words, { exact: true }).last().click()
}

test('where no usual conversion fits, any factor and any number to add can be typed', async () => {
  const onChange = await showRow()
  await expect.element(page.getByRole('spinbutton', { name: 'WBGTの倍率' })).not.toBeInTheDocument()
  await pick('WBGTの換算', 'そのほかの数')
  await page.getByRole('spinbutton', { name: 'WBGTの倍率' }).fill('0.2')
  await page.getByRole('spinbutton', { name: 'WBGTの足す値' }).fill('-3')
  expect(onChange).toHaveBeenLastCalledWith({ from: 'wbgt', to: 'wbgt', factor: 0.2, offset: -3, absentIsZero: false })
  await pick('WBGTの換算', 'そのまま')
  expect(onChange).toHaveBeenLastCalledWith({ from: 'wbgt', to: 'wbgt', factor: null, offset: null, absentIsZero: false })
})

test('what The Things Stack leaves out can count as 0; ChirpStack leaves nothing out', async () => {
  await showRow()
  await expect.element(page.getByRole('listitem', { name: 'WBGT' })).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  const onChange = await showRow({ type: 'tts', row: emptyRow('windSpeed', 'wind') })
  await page.getByRole('checkbox', { name: '風速：届かないときは0' }).click()
  expect(onChange).toHaveBeenLastCalledWith({ from: 'wind', to: 'windSpeed', factor: null, offset: null, absentIsZero: true })
})

test.each(['wbgt', 'temperature', 'globe'] as const)('what is absent is never 0 ℃: %s has no box for that', async (field) => {
  await showRow({ type: 'tts', row: emptyRow(field, field) })
  await expect.element(page.getByRole('listitem')).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('a row without a choice is complained of once somebody tried to save', async () => {
  await showRow({ row: emptyRow('globe'), wasTried: true })
  await expect.element(page.getByRole('alert')).toHaveTextContent('届いた項目を選ぶか、この行を外してください。')
})

test('a value that does not come, is hidden or cannot be read says so', async () => {
  const field = {
    from: 'wbgt',
    to: 'wbgt',
    value: null,
    isAbsent: false,
    isHidden: false,
    result: null,
    fault: null,
    isImplausible: false,
  } as const
  await showRow({ field: { ...field, isAbsent: true } })
  await expect.element(page.getByText('届いていません')).toBeVisible()
  await showRow({ field: { ...field, isHidden: true } })
  await expect.element(page.getByText('見せません')).toBeVisible()
  await showRow({ field: { ...field, value: '--', fault: '数値ではありません。' } })
  await expect.element(page.getByText('数値ではありません。')).toBeVisible()
})
