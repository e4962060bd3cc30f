import type { CompanyStartDraft } from '@mimamori/contract/company-start'
import { type ReactNode, useId } from 'react'
import { text } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'
import styles from './what-will-exist.module.css'

type PartProps = { readonly what: string; readonly name: string; readonly children?: ReactNode }

const Part = ({ what, name, children }: PartProps) => (
  <li className={styles['part']}>
    <p className={styles['what']}>{what}</p>
    <p className={name === '' ? styles['none'] : styles['name']}>{name === '' ? 'まだ入力されていません' : name}</p>
    {children}
  </li>
)

/** What there will be once the form is sent, beside it while it is filled in. */
export const WhatWillExist = ({ form }: { readonly form: FormState<typeof CompanyStartDraft> }) => {
  const id = useId()
  const { companyName, officeName, baseCode, fullName, keyName } = form.draft
  const code = text(baseCode).normalize('NFKC').trim()
  const named = text(keyName).trim()
  return (
    <aside className={styles['aside']} aria-labelledby={id}>
      <section className={styles['panel']}>
        <h2 id={id} className={styles['title']}>
          登録すると
        </h2>
        <ul className={styles['parts']}>
          <Part what="会社 1" name={text(companyName).trim()} />
          <Part what="拠点 1" name={text(officeName).trim()}>
            <p className={styles['note']}>判定の時間は既定で始まります。</p>
          </Part>
          <Part what="拠点管理者 1" name={text(fullName).trim()}>
            <p className={styles['note']}>
              {code !== '' && (
                <>
                  ログインIDは <span className="id">{code}-1</span> のようになります。
                </>
              )}
              最初のパスワードは、次の画面でいちどだけ表示します。
            </p>
          </Part>
          {named === '' ? (
            <li className={styles['part']}>
              <p className={styles['what']}>受信キー</p>
              <p className={styles['none']}>作りません</p>
            </li>
          ) : (
            <Part what="受信キー 1" name={named}>
              <p className={styles['note']}>秘密は、次の画面でいちどだけ表示します。</p>
            </Part>
          )}
        </ul>
      </section>
      <p className={styles['whole']}>まとめて一度に登録します。どれかが登録できないときは、どれも登録しません。</p>
    </aside>
  )
}
