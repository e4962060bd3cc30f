import { mkdtemp, open, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCompany, makeOffice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, csv, downloaded, putFile, row, sendChosen, workerHeader } from './organisation-parts.ts'
import { password } from './product.ts'

const worker = (loginId: string, values: Readonly<Record<string, string>> = {}) => {
  const base: Record<string, string> = {
    ログインID: loginId,
    氏名: '取込　太郎',
    フリガナ: 'トリコミ　タロウ',
    性別: '男',
    生年月日: '昭和46年5月18日',
    パスワード: password,
    ...values,
  }
  return workerHeader.map((name) => base[name] ?? '')
}

test('workers come in from a file: what is wrong is said by row, nothing is stored before all is right', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await product.db.updateTable('app_user').where('office_id', '=', site.here.officeId).set({ gender: 1 }).execute()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/list')
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await expect(page).toHaveURL(`/worker/inputfile?OfficeId=${site.here.officeId}`)
  await expect(page.getByRole('button', { name: '登録する' })).toBeDisabled()

  const own = `imp-${Date.now()}`
  await putFile(
    page,
    '作業者.csv',
    csv([
      workerHeader,
      worker(`${own}-1`),
      worker(`${own}-2`, { 生年月日: '昭和46年13月2日', 電話番号: '090(5555)0142' }),
      worker(`${own}-3`, { 氏名: '' }),
    ]),
  )
  await expect(page.getByText('3行・文字コード UTF-8')).toBeVisible()
  await sendChosen(page)
  await expect(page.getByText('3行のうち 2行に誤りがあるため、1件も登録していません。')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '生年月日' })).toContainText('昭和46年13月2日')
  await expect(page.getByRole('row').filter({ hasText: '電話番号' })).toContainText('半角の数字とハイフンで入力してください。')
  await expect(page.getByRole('row').filter({ hasText: '氏名' })).toContainText('この項目は必須です。')
  await expect(page.getByRole('button', { name: '登録する' })).toBeDisabled()
  const faults = await downloaded(page, () => page.getByRole('button', { name: '誤り一覧を保存' }).click())
  expect(faults.name).toBe('誤り一覧_作業者.csv')
  expect(faults.text).toContain('"3","生年月日","昭和46年13月2日"')

  await putFile(page, '作業者.csv', csv([workerHeader, worker(`${own}-1`), worker(`${own}-2`)]))
  // Another file of the company: said beneath this one, which stays chosen.
  const message = 'あなたが、ほかの画面で07:00から取り込んでいます。'
  await page.route('**/api/UserRole/Import/**', (route) => route.fulfill({ status: 409, json: { message } }), { times: 1 })
  await sendChosen(page)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await sendChosen(page)
  await answer(page, /2件を取り込みました。\s*登録 2件・更新 0件・削除 0件/, '閉じる')
  await expect(page).toHaveURL('/worker/list')
  await expect(row(page, `${own}-2`)).toContainText('取込　太郎')
})

test('a list as people have it comes in: other headings, columns that are asked for, and login IDs that are made', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const own = Date.now()
  // Login IDs begin with the site's code, which must therefore be of letters that one may hold.
  await product.db
    .updateTable('office')
    .set({ base_code: `H${own}` })
    .where('company_id', '=', site.company.companyId)
    .where('office_id', '=', site.here.officeId)
    .execute()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  const rows = [
    ['社員番号', '名前', 'ふりがな', '性別', 'うまれ', '携帯', '備考'],
    [`${own}`, '列　太郎', 'ﾚﾂ ﾀﾛｳ', '男', '1980/4/1', '9012345678', 'よい人'],
  ]
  await putFile(page, '名簿.csv', csv(rows))
  await expect(page.getByText('生年月日の列が分かりません。どの列かを選んでください。')).toBeVisible()
  await page.getByRole('combobox', { name: '「うまれ」の項目' }).click()
  await page.getByTitle('生年月日（必須）').click()
  await expect(page.getByText('見出しの分からない列は取り込みません。')).toBeVisible()
  await expect(page.getByText('ログインIDの決め方を選ぶと登録できます')).toBeVisible()
  await page.getByText('拠点コードと作業者コードから作る').click()
  await sendChosen(page)
  await expect(page.getByText(/1件を取り込みました。\s*登録 1件・更新 0件・削除 0件/)).toBeVisible()
  await expect(page.getByText('半角のカナを全角にした行が1行あります。')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '「9012345678」を「09012345678」として取り込みました。' })).toContainText('電話番号')
  const made = await product.db.selectFrom('app_user').selectAll().where('worker_code', '=', String(own)).executeTakeFirstOrThrow()
  expect(made).toMatchObject({ full_name: '列　太郎', furigana: 'レツ タロウ', date_of_birth: '1980-04-01' })
  expect(made.login_id).toContain(`-${own}`)
})

test('an import continues on other screens, and is shown on every screen until it has been seen', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const own = `away-${Date.now()}`
  const rows = Array.from({ length: 2_500 }, (_, n) => worker(`${own}-${n}`, { 所属1: 'あ'.repeat(40), パスワード: '' }))
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  await putFile(page, '長い.csv', csv([workerHeader, ...rows]))
  // It does not end before somebody is on another screen.
  const holding = await product.pool.connect()
  try {
    await holding.query('begin; lock table login in share mode')
    await sendChosen(page)
    await expect(page.getByText('取り込んでいます')).toBeVisible()
    await expect(page.getByRole('progressbar')).toBeVisible()
    // Nothing is asked: leaving loses nothing.
    await page.getByRole('link', { name: 'グループ' }).click()
    await expect(page).toHaveURL(/\/group\/list/)
  } finally {
    await holding.query('commit')
    holding.release()
  }
  const jobs = page.getByRole('button', { name: /^ファイルの取込と作成 / })
  await expect(jobs).toHaveAccessibleName('ファイルの取込と作成 終了1件')
  await page.reload()
  await jobs.click()
  await expect(page.getByText('2,500件を取り込みました。')).toBeVisible()
  await expect(page.getByRole('link', { name: '取込の画面へ' })).toHaveAttribute('href', new RegExp(`OfficeId=${site.here.officeId}`))
  await page.getByRole('button', { name: '作業者のファイル取込 長い.csv を一覧から消す' }).click()
  await expect(jobs).toBeHidden()
})

test('a file is dropped, one at a time, and Save knows which it would send: none over 100,000,000 bytes, none after a refused one, and a changed one must be chosen again', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  const save = page.getByRole('button', { name: '登録する' })
  const drop = async (names: readonly string[]) => {
    const data = await page.evaluateHandle((files) => {
      const transfer = new DataTransfer()
      for (const name of files) transfer.items.add(new File(['a,b\r\n1,2\r\n'], name, { type: 'text/csv' }))
      return transfer
    }, names)
    await page.getByText('ここにファイルを置くか').dispatchEvent('drop', { dataTransfer: data })
  }
  await drop(['a.csv', 'b.csv'])
  await expect(page.getByText('ファイルは1つずつ選んでください。')).toBeVisible()
  await drop(['a.csv'])
  await expect(page.getByText('1行・文字コード UTF-8')).toBeVisible()
  await page.getByRole('link', { name: 'グループ' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  // None of its headings says anything: which column is which is asked before it is sent.
  await expect(page.getByText(/^氏名、フリガナ、性別、生年月日の列が分かりません。/)).toBeVisible()
  await expect(save).toBeDisabled()

  const large = join(await mkdtemp(join(tmpdir(), 'mimamori-large-')), 'large.csv')
  const file = await open(large, 'w')
  await file.truncate(100_000_001)
  await file.close()
  await page.locator('input[type="file"]').setInputFiles(large)
  await expect(page.getByText('ファイルが大きすぎます。100,000,000バイトまでのファイルを選んでください。')).toBeVisible()
  await expect(save).toBeDisabled()

  await putFile(page, '作業者.csv', csv([workerHeader, worker(`kept-${Date.now()}`)]))
  await expect(save).toBeEnabled()
  await putFile(page, 'a.txt', Buffer.from('x'))
  await expect(page.getByText('ファイルの形式が正しくありません。CSVファイルを選んでください。')).toBeVisible()
  await expect(save).toBeDisabled()

  const path = join(await mkdtemp(join(tmpdir(), 'mimamori-changed-')), '変わる.csv')
  await writeFile(path, csv([workerHeader, worker(`changed-${Date.now()}`)]))
  // Of long ago: a file that changes within the second may be taken for the same.
  await utimes(path, 1_600_000_000, 1_600_000_000)
  await page.locator('input[type="file"]').setInputFiles(path)
  await expect(page.getByText('1行・文字コード UTF-8')).toBeVisible()
  await writeFile(path, csv([workerHeader, worker('other-1'), worker('other-2')]))
  await sendChosen(page)
  await answer(page, 'ファイルの内容が、選んだあとに変わりました。もう一度選んでください。', '閉じる')
  await expect(save).toBeDisabled()
})

test('of a base code that two companies have nothing is chosen, and what is wrong at the wrong site is forgotten at the right one', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { company_id, name: otherCompany } = await makeCompany(product.db, { name: `若葉建設 ${site.here.officeId}` })
  await makeOffice(product.db, { company_id, name: site.here.name, base_code: site.here.name })
  const path = `/group/inputfile?OfficeCode=${encodeURIComponent(site.here.name)}`
  const save = page.getByRole('button', { name: '登録する' })
  const group = `取込班 ${Date.now()}`
  const file = csv([
    ['グループコード', 'グループ名', '職長', '副職長', 'メンバー', 'アラート通知先メールアドレス', '作業の強さ', '暑熱順化', '服装'],
    ['', group, site.accounts.GroupLeader.loginId, '', '', '', '', '', ''],
  ])

  await signInAs(site.accounts.AdminUnitService)
  await page.goto(path)
  await expect(page.getByText('拠点、ファイルを選ぶと登録できます')).toBeVisible()
  await putFile(page, 'グループ.csv', file)
  await expect(page.getByText('拠点を選ぶと登録できます')).toBeVisible()
  await expect(save).toBeDisabled()
  await choose(page, '拠点', `${site.here.name}（${otherCompany}）`)
  await sendChosen(page)
  await expect(page.getByText('1行のうち 1行に誤りがあるため、1件も登録していません。')).toBeVisible()
  await expect(save).toBeDisabled()
  await choose(page, '拠点', `${site.here.name}（${site.company.name}）`)
  await expect(page.getByText('誤りがあるため')).toHaveCount(0)
  await sendChosen(page)
  await answer(page, '1件を取り込みました。', '閉じる')
  const made = await product.db.selectFrom('work_group').where('name', '=', group).select('office_id').execute()
  expect(made).toEqual([{ office_id: site.here.officeId }])
})
