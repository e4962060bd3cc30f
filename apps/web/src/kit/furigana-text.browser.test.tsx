import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { loadTexts } from '../platform/load-texts.ts'
import { showLanguage, texts } from '../platform/texts.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Phrase } from './phrase.tsx'
import { mount } from './test-mount.tsx'
import { TranslatedText } from './translated-text.tsx'

const readings = () => [...document.querySelectorAll('rt')].map(({ textContent }) => textContent)

const Part = () => (
  <>
    <LanguageSwitch onChoose={(chosen) => void showLanguage(chosen)} />
    <button type="button">
      <TranslatedText name="selfReport.help" />
    </button>
    <p>
      <Phrase text={'この項目は必須です。\nPINと一致していません。'} />
    </p>
  </>
)

test('readings are shown above the Kanji to those who choose them, and are no part of a button’s name', async () => {
  onTestFinished(() => showLanguage('ja'))
  await mount(Part)
  expect(readings()).toEqual([])
  const choice = page.getByRole('combobox', { name: /Language/ })
  await choice.selectOptions('やさしい日本語（ふりがな）')
  await expect.poll(readings).toEqual(['たす', 'こうもく', 'ひっす', 'いっち'])
  await expect.element(page.getByRole('button', { name: /^助 ?けて$/ })).toBeVisible()
  await choice.selectOptions('日本語')
  await expect.poll(readings).toEqual([])
})

test('where a language lacks a text it is in Japanese with readings', async () => {
  texts.addTexts('id', {})
  onTestFinished(async () => {
    texts.addTexts('id', await loadTexts('id'))
    await showLanguage('ja')
  })
  await showLanguage('id')
  await mount(Part)
  await expect.poll(readings).toEqual(['たす', 'こうもく', 'ひっす', 'いっち'])
})
