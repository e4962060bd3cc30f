import { fieldsOf, importFiles } from '@mimamori/contract/import-files'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../test-mount.tsx'
import { ColumnStep } from './column-step.tsx'
import { columnsOf, type ColumnChoice } from './columns.ts'

const step = async (header: readonly string[]) => {
  const rows = [header, ['a1', '山田　太郎', 'ヤマダ', '男', '1980-01-01', 'よい人']]
  await mount(() => {
    const [choice, setChoice] = useState<ColumnChoice>(new Map())
    const found = columnsOf(importFiles.worker, { encoding: 'UTF-8', rows, head: rows }, choice, [])
    const choose = (index: number, field: string | null) => setChoice(new Map(choice).set(index, field))
    return (
      <>
        <ColumnStep found={found} fields={fieldsOf(importFiles.worker)} onChoose={choose} />
        <output>{JSON.stringify(found.mapping ?? null)}</output>
      </>
    )
  })
}

test('a needed column without a heading is asked for, with the first values, and chosen', async () => {
  await step(['ログインID', 'なまえ欄', 'フリガナ', '性別', '生年月日'])
  await expect.element(page.getByText('氏名の列が分かりません。どの列かを選んでください。')).toBeVisible()
  await expect.element(page.getByText('山田　太郎')).toBeVisible()
  await page.getByRole('combobox', { name: '「なまえ欄」の項目' }).click()
  await page.getByTitle('氏名（必須）').click()
  await expect.element(page.getByText('選んだとおりの列で取り込みます。')).toBeVisible()
  await expect.element(page.getByText(/"fullName":2/)).toBeInTheDocument()
})

test('what was taken by another word is said, and can be changed', async () => {
  await step(['ログインID', '名前', 'フリガナ', '性別', '生年月日'])
  await expect.element(page.getByText('「名前」を氏名として取り込みます。')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: '「名前」の項目' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: '列の対応を変える' }).click()
  await expect.element(page.getByRole('combobox', { name: '「名前」の項目' })).toBeVisible()
})

test('nothing is shown where the headings say all', async () => {
  await step(['ログインID', '氏名', 'フリガナ', '性別', '生年月日'])
  await expect.element(page.getByText('null')).toBeInTheDocument()
  await expect.element(page.getByText('列の対応')).not.toBeInTheDocument()
})
