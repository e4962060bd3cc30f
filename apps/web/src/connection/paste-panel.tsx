import { connection, type ConnectionDetail, type ConnectionType } from '@mimamori/contract/connection'
import { screens } from '@mimamori/contract/screens'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { RemoveButton } from '../kit/row-actions.tsx'
import { useOpener } from '../kit/use-opener.ts'
import { CopiedLine } from '../organisation/panels/copied.tsx'
import { call } from '../platform/api.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { typeNames } from './connection-words.ts'
import { EditDialog } from './edit-dialog.tsx'
import styles from './paste-panel.module.css'
import { type MadeSecret, SecretLine } from './secret-line.tsx'

type Guide = { readonly place: string; readonly steps: readonly ReactNode[] }

/** The words are those on the network servers' own screens. */
const guides: Readonly<Record<ConnectionType, Guide>> = {
  chirpstack: {
    place: 'Applications › Integrations › HTTP',
    steps: [
      <>ChirpStackでアプリケーションを開き、「Integrations」の「HTTP」で「+」を押します。</>,
      <>「Payload encoding」は JSON にして、「Event endpoint URL(s)」に送り先を貼ります。?event=up は、ChirpStackが自分で付けます。</>,
      <>「Headers」で「Add header」を押し、見出しと合言葉を貼って、「Submit」を押します。</>,
      <>測定値を読むには、「Device profiles」の「Codec」に、その機種のデコーダーが要ります。</>,
      <>
        HTTPでは、このサーバーが止まっているあいだのデータは届き直しません。このサーバーがChirpStackと同じブローカーを読めるときは、MQTTのほうが確実です。ChirpStackの設定の
        [integration.mqtt] を qos=1、json=true にして、サービス管理者が「編集」でアプリケーションIDを入れます。
      </>,
    ],
  },
  tts: {
    place: 'Applications › Integrations › Webhooks',
    steps: [
      <>The Things Stackでアプリケーションを開き、「Webhooks」の「Add webhook」で「Custom webhook」を選びます。</>,
      <>「Webhook format」は JSON にして、「Base URL」に送り先を貼ります。</>,
      <>「Additional headers」に見出しと合言葉を貼り、「Uplink message」に印を付けて保存します。その右の欄は空のままにします。</>,
      <>測定値を読むには、「Payload formatters」に、その機種のデコーダーが要ります。</>,
      <>
        「Retries」に印を付けると、このサーバーが答えなかったデータが送り直されます。印がなければ送るのは1回だけです。この欄がない契約もあります。
      </>,
    ],
  },
}

const Broker = ({ applicationId, topic, topicRefusedAt }: Pick<ConnectionDetail, 'applicationId' | 'topic' | 'topicRefusedAt'>) =>
  applicationId === null ? null : (
    <p className={styles['broker']}>
      {topic === null ? (
        <>アプリケーションIDがありますが、このサーバーは外のブローカーを読みません。HTTPで送ってください。</>
      ) : topicRefusedAt === null ? (
        <>
          ブローカーの <code className="id">{topic}</code> も読みます。
        </>
      ) : (
        <>
          ブローカーが <code className="id">{topic}</code> を読ませません。ブローカーのアクセス権に、このトピックを足してください。
        </>
      )}
    </p>
  )

type Props = {
  readonly connection: ConnectionDetail
  readonly secret: string | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** What is pasted into the network server, and where. */
export const PastePanel = ({ connection: shown, secret, onMade }: Props) => {
  const { id, officeId, type, name, path, lastAt } = shown
  const navigate = useNavigate()
  const editing = useOpener()
  const { place, steps } = guides[type]
  return (
    <ConnectionPanel
      title={`${typeNames[type]}に貼るもの`}
      note={place}
      buttons={
        <>
          <Button type="text" size="small" aria-label={`${name}を編集`} onClick={editing.open}>
            編集
          </Button>
          <RemoveButton
            name={name}
            consequence={`${typeNames[type]}からのデータは、すぐに受け取らなくなります。登録した機器、測定値とアラートの記録は残ります。`}
            remove={async () => {
              await call(connection.remove, { params: { id } })
              await navigate({ to: screens.connection.path, search: { OfficeId: officeId } })
            }}
            listPath={connection.list.path}
          />
        </>
      }
    >
      <div className={styles['lines']}>
        <CopiedLine label="送り先" text={`${location.origin}${path}`} />
        <CopiedLine label="見出し" text="Authorization" />
        <SecretLine connection={shown} secret={secret} onMade={onMade} />
        <Broker {...shown} />
        <details className={styles['guide']} open={lastAt === null}>
          <summary>貼る手順</summary>
          <ol>
            {steps.map((step, index) => (
              <li key={index}>{step}</li>
            ))}
          </ol>
        </details>
      </div>
      {editing.isOpen && <EditDialog connection={shown} onClose={editing.close} />}
    </ConnectionPanel>
  )
}
