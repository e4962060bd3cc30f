import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { labels } from '@mimamori/contract/labels'
import { message } from '@mimamori/contract/messages'
import { type MadeOfficeLink, OfficeLinkDraft, type OfficeLinkRow } from '@mimamori/contract/office-link'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Column, ListResult } from '../../kit/data-table.tsx'
import { TextField } from '../../kit/form/text-field.tsx'
import { useOpener } from '../../kit/use-opener.ts'
import { Ago } from '../../marks/ago.tsx'
import { TwoLines } from '../accounts/person-cells.tsx'
import { DraftDialog } from '../panels/draft-dialog.tsx'
import { KeyEnd } from './key-end.tsx'
import { KeyEndField, keyEndFaults } from './key-end-field.tsx'
import { KeyPanel } from './key-panel.tsx'
import { KeyState } from './key-state.tsx'
import styles from './key-state.module.css'

/** What a kind of links is called, and what its use means. */
export type LinkWords = {
  /** What the links are for: 現場ボードのリンク. */
  readonly title: string
  /** The heading, where it says more. */
  readonly heading?: string
  readonly note: string
  readonly empty: string
  /** The heading of the last use, and what is shown before the first. */
  readonly lastUsed: string
  readonly unused: string
  /** What stopping one does. */
  readonly stopping: string
  readonly placeholder: string
  readonly nameHint: string
  /** What happens after the last day. */
  readonly endNote: string
}

const columnsOf = ({ lastUsed, unused }: LinkWords): readonly Column<OfficeLinkRow, never>[] => [
  { key: 'name', title: labels.wallboardLink.name, render: (row) => row.name },
  {
    key: 'createdAt',
    title: labels.wallboardLink.createdAt,
    render: ({ createdAt, createdBy }) => <TwoLines first={<Ago at={createdAt} />} second={createdBy} />,
  },
  {
    key: 'lastUsedAt',
    title: lastUsed,
    render: ({ lastUsedAt }) => (lastUsedAt === null ? <span className={styles['unused']}>{unused}</span> : <Ago at={lastUsedAt} />),
  },
  { key: 'endsOn', title: labels.wallboardLink.endsOn, render: ({ endsOn }) => <KeyEnd endsOn={endsOn} /> },
  {
    key: 'state',
    title: '状態',
    render: ({ revokedAt, revokedBy, endsOn }) => <KeyState revokedAt={revokedAt} by={revokedBy} endsOn={endsOn} />,
  },
]

type Props = {
  /** The name of the form. */
  readonly id: string
  readonly officeName: string
  readonly words: LinkWords
  readonly result: ListResult<OfficeLinkRow>
  readonly create: (draft: OfficeLinkDraft) => Promise<MadeOfficeLink>
  readonly revoke: (linkId: string) => Promise<unknown>
  readonly refresh: () => Promise<unknown>
  /** Shows a new link with its secret, this once. */
  readonly renderMade: (made: MadeOfficeLink, close: () => void) => ReactNode
  /** What the head offers beside making one. */
  readonly button?: ReactNode
}

/** The links of a site by which a screen works without anybody signed in: made, watched and stopped. */
export const OfficeLinkPanel = ({ id, officeName, words, result, create, revoke, refresh, renderMade, button }: Props) => {
  const { title, heading = title, note, empty, stopping, placeholder, nameHint, endNote } = words
  const dialog = useOpener()
  const [made, setMade] = useState<MadeOfficeLink>()
  const close = () => {
    setMade(undefined)
    dialog.close()
  }
  const save = async (draft: OfficeLinkDraft) => {
    setMade(await create(draft))
    void refresh()
  }
  return (
    <KeyPanel
      title={heading}
      note={note}
      label={`${officeName}の${title}`}
      columns={columnsOf(words)}
      empty={empty}
      counter="件"
      result={result}
      caution={({ name }) => `「${name}」を止めます。${stopping}\n止めたリンクは、元に戻せません。`}
      stopped={({ name }) => message('linkRevoked', { name })}
      stop={(row) => revoke(row.id)}
      refresh={refresh}
      buttons={
        <>
          {button}
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={dialog.open} aria-label={`${title}を作る`}>
            リンクを作る
          </Button>
        </>
      }
    >
      {made !== undefined && renderMade(made, close)}
      {dialog.isOpen && made === undefined && (
        <DraftDialog
          id={id}
          resource="wallboardLink"
          schema={OfficeLinkDraft}
          initial={{ name: '', endsOn: null }}
          title={`${title}を作る`}
          verb="作る"
          save={save}
          faultsOf={keyEndFaults}
          onClose={close}
        >
          {(form) => (
            <>
              <TextField form={form} name="name" placeholder={placeholder} hint={nameHint} />
              <KeyEndField form={form} note={endNote} />
            </>
          )}
        </DraftDialog>
      )}
    </KeyPanel>
  )
}
