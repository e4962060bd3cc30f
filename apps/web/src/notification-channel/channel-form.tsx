import SendOutlined from '@ant-design/icons/SendOutlined'
import { language, languageNames, languages } from '@mimamori/contract/language'
import { notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import { screens } from '@mimamori/contract/screens'
import { keysOf } from '@mimamori/contract/typed-lists'
import { useNavigate } from '@tanstack/react-router'
import { Button, Checkbox } from 'antd'
import { useId } from 'react'
import { ErrorSummary } from '../kit/form/error-summary.tsx'
import { SelectField } from '../kit/form/select-field.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import { Panel } from '../kit/panel.tsx'
import { RemoveButton } from '../kit/row-actions.tsx'
import { call } from '../platform/api.ts'
import { fieldsOf, variantOf } from './channel-draft.ts'
import styles from './channel-form.module.css'
import { guides } from './channel-guides.tsx'
import { placeInWords, typeInWords } from './channel-words.ts'
import { FailingBanner } from './failing-banner.tsx'
import { NameField } from './name-field.tsx'
import { PreviewPart } from './preview-part.tsx'
import { ReachedValue } from './reached-field.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { type MadeSecret, SecretPart } from './secret-part.tsx'
import { TestOutcome } from './test-outcome.tsx'
import { useChannelForm } from './use-channel-form.ts'
import { useChannelTest } from './use-channel-test.ts'
import { HoursField, KindField, LevelField } from './what-fields.tsx'

const spoken = languages.map((value) => ({ value, label: languageNames[value].japanese }))

type Props = {
  readonly channel: NotificationChannel
  /** Its secret where it is a webhook that was made just now. */
  readonly made: MadeSecret | undefined
  readonly onMade: (made: MadeSecret) => void
}

/** All of one channel: what it is sent and how, the very message, and what became of those that were sent. */
export const ChannelFormPanel = ({ channel, made, onMade }: Props) => {
  const { id, name } = channel
  const navigate = useNavigate()
  const form = useChannelForm(channel)
  const test = useChannelTest(channel, form.isDirty)
  const variant = variantOf(channel)
  const title = useId()
  const { language: chosen, withNames } = form.draft
  const said = language.safeParse(chosen)
  return (
    <section aria-labelledby={title} className={styles['detail']}>
      <Panel>
        <form noValidate onSubmit={(event) => void form.submit(event)}>
          <header className={styles['head']}>
            <div className={styles['names']}>
              <h2 id={title} className={styles['title']}>
                {name}
              </h2>
              <span className={styles['type']}>
                {typeInWords(channel)}・{placeInWords(channel)}
              </span>
            </div>
            <div className={styles['acts']}>
              <Checkbox
                className={styles['use'] ?? ''}
                checked={form.draft.isEnabled === true}
                onChange={(event) => form.set('isEnabled', event.target.checked)}
              >
                使う
              </Checkbox>
              <Button icon={<SendOutlined aria-hidden="true" />} loading={test.isPending} onClick={() => void test.run()}>
                試しに送る
              </Button>
              <Button type="primary" htmlType="submit" loading={form.submitting}>
                保存する
              </Button>
            </div>
          </header>
          <FailingBanner channel={channel} />
          <TestOutcome {...test} />
          <ErrorSummary form={form} unsaved="保存はまだ行われていません。" />
          <div className={styles['fields']}>
            <TextField form={form} name="name" />
            {keysOf(fieldsOf(variant)).map((field) => (
              <ReachedValue key={field} form={form} variant={variant} name={field} stored={channel} />
            ))}
            <LevelField form={form} />
            <KindField form={form} />
            {/* A program is sent what happens when it happens, in no language. */}
            {variant !== 'webhook' && (
              <>
                <HoursField form={form} />
                <SelectField form={form} name="language" choices={spoken} />
              </>
            )}
            <NameField form={form} channel={channel} />
          </div>
          <details className={styles['guide']}>
            <summary>{guides[variant].name}の設定のしかた</summary>
            <ol>
              {guides[variant].steps.map((step, index) => (
                <li key={index}>{step}</li>
              ))}
            </ol>
          </details>
        </form>
        {variant === 'webhook' && <SecretPart channel={channel} made={made} onMade={onMade} />}
        <PreviewPart channel={channel} language={said.success ? said.data : channel.language} withNames={withNames === true} />
        <RecentDeliveries channel={channel} />
        <footer className={styles['foot']}>
          <RemoveButton
            name={name}
            consequence="すぐに送らなくなります。送った記録も消えます。アラートの記録は残ります。"
            remove={async () => {
              await call(notificationChannel.remove, { params: { id } })
              await navigate({ to: screens.notificationChannel.path, search: ({ id: _, ...search }) => search, ignoreBlocker: true })
            }}
            listPath={notificationChannel.list.path}
          >
            通知先を削除
          </RemoveButton>
        </footer>
      </Panel>
    </section>
  )
}
