import type { AnswerOf } from '@mimamori/contract/endpoint'
import type { endpoints } from '@mimamori/contract/endpoints'
import { screens } from '@mimamori/contract/screens'
import { Radio } from 'antd'
import { useState } from 'react'
import type { ModeChoice } from '../../platform/colour-mode.ts'
import { writeSearch } from '../../platform/search-text.ts'
import { Copied } from '../panels/copied.tsx'
import { ShownOnceDialog } from '../panels/shown-once-dialog.tsx'
import { useShownOnce } from '../panels/shown-once.ts'
import styles from './made-link-dialog.module.css'

export type MadeLink = AnswerOf<typeof endpoints.wallboardLink.create>

const modes: { value: ModeChoice; label: string }[] = [
  { value: 'auto', label: '端末の設定に合わせる' },
  { value: 'light', label: '明るい' },
  { value: 'dark', label: '暗い' },
]

/** The secret is behind the #, which no browser sends anywhere (decisions/0039). */
const addressOf = ({ id, secret }: MadeLink, officeId: number, mode: ModeChoice): string => {
  const search = writeSearch({ OfficeId: officeId, Theme: mode === 'auto' ? undefined : mode })
  return `${location.origin}${screens.wallboard.path}${search}#${id}.${secret}`
}

type Props = { readonly made: MadeLink; readonly officeId: number; readonly onClose: () => void }

/** The address of a new link, this once. */
export const MadeLinkDialog = ({ made, officeId, onClose }: Props) => {
  const [mode, setMode] = useState<ModeChoice>('auto')
  const body = `「${made.name}」のリンクは、もう一度表示できません。コピーせずに閉じると、リンクを作り直すことになります。`
  const { keep, close } = useShownOnce(() => ({ body, verb: 'コピーせずに閉じる' }), onClose)
  return (
    <ShownOnceDialog
      width={640}
      title={`リンク「${made.name}」を作りました`}
      close={close}
      once={
        <>
          <strong>リンクが表示されるのは、いまだけです。</strong>{' '}
          コピーして、事務所の画面のブラウザーで開いてください。起動したときに開くページに設定すると、電源を入れ直しても自動で表示します。
        </>
      }
    >
      <div className={styles['mode']}>
        <span id="board-mode">画面の明るさ</span>
        <Radio.Group
          aria-labelledby="board-mode"
          options={modes}
          value={mode}
          onChange={(event) => setMode(event.target.value as ModeChoice)}
        />
      </div>
      <Copied label="リンク" text={addressOf(made, officeId, mode)} onCopied={keep} />
      <p className={styles['note']}>
        リンクを知っている人は、だれでもボードを見られます。不要になったら、一覧で止めてください。画面の自動消灯は、端末の設定で切ってください。
      </p>
    </ShownOnceDialog>
  )
}
