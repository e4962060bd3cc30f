import { type Language, languageNames, languages } from '@mimamori/contract/language'
import { type MadePosterLink, mostPosterLanguages, posterLink } from '@mimamori/contract/poster-link'
import { Select } from 'antd'
import { useState } from 'react'
import { DownloadButton } from '../../kit/download-button.tsx'
import { Copied } from '../panels/copied.tsx'
import { ShownOnceDialog } from '../panels/shown-once-dialog.tsx'
import { useShownOnce } from '../panels/shown-once.ts'
import styles from './made-link-dialog.module.css'

const choices = languages.map((value) => {
  const { own, japanese } = languageNames[value]
  return { value, label: own === japanese ? own : `${japanese}（${own}）` }
})

type Props = { readonly made: MadePosterLink; readonly officeId: number; readonly onClose: () => void }

/** A new poster, this once: the languages that it is in, the file to print, and the address behind its QR code. */
export const MadePosterDialog = ({ made, officeId, onClose }: Props) => {
  const [chosen, setChosen] = useState<Language[]>(['ja', 'en', 'vi'])
  const body = `「${made.name}」の掲示は、あとから印刷できません。印刷せずに閉じると、作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: '印刷せずに閉じる' }), onClose)
  return (
    <ShownOnceDialog
      width={640}
      title={`「${made.name}」の掲示を作りました`}
      close={close}
      once={
        <>
          <strong>掲示をダウンロードできるのは、いまだけです。</strong> 印刷して「{made.name}」に貼ってください。白黒でも使えます。
        </>
      }
      ways={
        <DownloadButton
          label="掲示をダウンロード（PDF）"
          disabled={chosen.length === 0}
          endpoint={posterLink.paper}
          input={{ params: { id: officeId }, query: { languages: chosen.join(',') }, poster: made.secret }}
          fileName={`掲示_${made.name}.pdf`}
          onSaved={keep}
        />
      }
    >
      <div className={styles['mode']}>
        <label htmlFor="poster-languages">掲示の言語（{mostPosterLanguages}つまで。はじめの言語を大きく書きます）</label>
        <Select
          id="poster-languages"
          className={styles['languages'] ?? ''}
          mode="multiple"
          maxCount={mostPosterLanguages}
          options={choices}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <Copied label="リンク" text={made.url} onCopied={keep} />
      <p className={styles['note']}>
        ほかの言語は、QRコードを読んだあとの画面で選べます。いたずらが続くときは、一覧の「作り直す」で新しい掲示に替えてください。
      </p>
    </ShownOnceDialog>
  )
}
