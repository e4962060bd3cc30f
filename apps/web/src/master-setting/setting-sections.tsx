import { screens } from '@mimamori/contract/screens'
import { settingTypeLabels } from '@mimamori/contract/setting-labels'
import type { SettingOwner } from '@mimamori/contract/settings'
import { useId, type ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'
import { AddressField } from './address-field.tsx'
import { CheckFields } from './check-fields.tsx'
import { DisplayGroup } from './display-group.tsx'
import { EscalationFields } from './escalation-fields.tsx'
import { useViewer } from '../platform/viewer.ts'
import styles from './setting-sections.module.css'
import type { SettingForm } from './use-setting-form.ts'
import { ChoiceField, LevelField, MinutesField, SwitchField, TargetField } from './value-fields.tsx'

type SectionProps = { readonly title: string; readonly note: string; readonly children: ReactNode }

const Section = ({ title, note, children }: SectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Panel>
        <header className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <p className={styles['note']}>{note}</p>
        </header>
        {children}
      </Panel>
    </section>
  )
}

type Part = { readonly form: SettingForm }

const durations = 'COMPREHENSIVE_ALERT_DETECTION_DURATION'
const accumulated = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'

const Durations = ({ form }: Part) => (
  <Section title={settingTypeLabels[durations]} note="心拍の上限をこの時間こえ続けると、その段階になります。0は1分として扱います。">
    <div className={styles['rows']}>
      <MinutesField
        form={form}
        name={[durations, 'SUSTAINED_HEARTBEAT_LOSS']}
        level={1}
        hint="上限 180－年齢（ISO 9886、ACGIH、厚生労働省）。3倍続くと警戒になります。"
      />
      <MinutesField
        form={form}
        name={[durations, 'INSTANTANEOUS_HEARTBEAT_LOSS']}
        level={2}
        hint="上限 185－0.65×年齢（ISO 9886:2004 附属書C）。5倍続くと（本人の目安がまだないうちは5分で）危険になります。"
      />
      <MinutesField form={form} name={[durations, 'MAXIMUM_HEART_RATE']} level={3} hint="上限 220－年齢（広く使われる推定式）。" />
      <ChoiceField form={form} name={['GENERAL_ALERT_SETTING', 'HEAT_ALONE_MAX_LEVEL']} grades={[2, 3]} />
      <p className={styles['source']}>
        心拍が平常の人も、WBGTが高いあいだは、暑さだけで上がる段階まで総合アラートに出ます。本人のアラート・通知・緊急は心拍で決まります。
      </p>
      <p className={styles['source']}>時間の既定値は、心拍の記録181時間で試して決めた、この製品の値です。</p>
    </div>
  </Section>
)

const Accumulated = ({ form }: Part) => (
  <Section
    title={settingTypeLabels[accumulated]}
    note="本人の心拍の段階がこれ以上の時間を、直近60分のうちで足します。休憩をはさんでも足します。"
  >
    <div className={styles['rows']}>
      <LevelField form={form} name={[accumulated, 'LEVEL_OF_MEASURING']} />
      <MinutesField form={form} name={[accumulated, 'ACCUMULATED_TIME']} hint="60分まで。" />
    </div>
  </Section>
)

const DeviceAlarms = ({ form }: Part) => (
  <Section
    title="機器の警報"
    note="機器が判断した転倒・動きなし・暑さの警報は、機器がこの時間のうちに取り消さなければ、緊急として知らせます。"
  >
    <div className={styles['rows']}>
      <MinutesField
        form={form}
        name={['GENERAL_ALERT_SETTING', 'ALARM_CANCEL_SECONDS']}
        hint="600秒まで。0はすぐに知らせます。助けを求める通報は、いつもすぐに知らせます。"
      />
    </div>
  </Section>
)

const Items = ({ form }: Part) => (
  <Section title="画面の表示項目" note="氏名・総合アラート・緊急は隠せません。保存すると、開いている一覧もすぐに変わります。">
    <DisplayGroup form={form} type="PHYSICAL_CONDITION_LIST_DISPLAY_ITEM_SETTING" title="体調一覧" />
    <DisplayGroup form={form} type="ALERT_LIST_DISPLAY_ITEM_SETTING" title="アラート一覧" />
    <DisplayGroup form={form} type="SAFETY_LIST_DISPLAY_ITEM_SETTING" title="安全帯一覧" />
    <div className={styles['rows']}>
      <SwitchField
        form={form}
        name={['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY']}
        label="安全帯一覧"
        yes="拠点管理者に表示する"
        {...(!form.mayEdit(['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY']) && { hint: '契約管理者が決めます。' })}
      />
    </div>
  </Section>
)

const Mail = ({ form, owner }: Part & { readonly owner: SettingOwner }) => (
  <Section
    title={settingTypeLabels.EMAIL_ALERT_SETTING}
    note={owner === 'office' ? '拠点の宛先は、会社の宛先に代わります。' : '拠点に宛先がなければ、ここに送ります。'}
  >
    <div className={styles['rows']}>
      <AddressField form={form} name={['EMAIL_ALERT_SETTING', 'TO']} label="To" />
      <AddressField form={form} name={['EMAIL_ALERT_SETTING', 'CC']} label="Cc" />
      <AddressField form={form} name={['EMAIL_ALERT_SETTING', 'BCC']} label="Bcc" />
    </div>
    <div className={styles['rows']}>
      <TargetField form={form} name={['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET']} label="送る段階" />
      <MinutesField
        form={form}
        name={['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME']}
        label="続けて送らない時間"
        hint="0で、続けて送ります。"
      />
      <SwitchField form={form} name={['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT']} label="緊急・呼出" yes="送る" />
      <SwitchField form={form} name={['GENERAL_ALERT_SETTING', 'ALIVE_MONITORING_ALERT']} label="途絶・心拍取得不可" yes="送る" />
    </div>
    <DisplayGroup form={form} type="EMAIL_ALERT_DISPLAY_ITEM_SETTING" title="メールに載せる項目" />
  </Section>
)

const Escalation = ({ form }: Part) => (
  <Section
    title={settingTypeLabels.ESCALATION_SETTING}
    note="緊急・呼出・危険・安全帯のアラートをだれも確認しないとき、この順に知らせます。確認されるまで続けます。"
  >
    <div className={styles['rows']}>
      <EscalationFields form={form} />
    </div>
  </Section>
)

const WarningLamp = ({ form }: Part) => {
  const viewer = useViewer()
  // Those of one site have no form of it: their keys are on the screen of the first steps.
  const where = viewer.officeId === null ? '拠点の編集画面' : `「${screens.firstSteps.title}」の画面`
  return (
    <Section
      title={settingTypeLabels.WARNING_LAMP_SETTING}
      note={`警告灯は、アラートが終わるか閉じられるまで点灯し続けます。つなぎ方は、${where}の「受信キー」で見られます。`}
    >
      <div className={styles['rows']}>
        <SwitchField
          form={form}
          name={['WARNING_LAMP_SETTING', 'CLEARED_BY_ACKNOWLEDGEMENT']}
          label="アラートの確認"
          yes="アラートを確認したら消す"
          hint="確認のあとで悪化すると、もう一度点けます。"
        />
        <SwitchField form={form} name={['WARNING_LAMP_SETTING', 'LIT_BY_DRILLS']} label="訓練" yes="訓練でも点ける" />
      </div>
    </Section>
  )
}

const MorningCheck = ({ form }: Part) => (
  <Section
    title={settingTypeLabels.MORNING_CHECK_SETTING}
    note="作業の前に聞く質問、5つまで。要注意の人は、その日の終わりまで、暑さに慣れていない人の基準値で見ます。すべて外すと、聞きません。"
  >
    <div className={styles['rows']}>
      <CheckFields form={form} />
    </div>
  </Section>
)

// A switch of the company alone: how administrators sign in is nothing that a site decides.
const SignIn = ({ form }: Part) => (
  <Section
    title={settingTypeLabels.SIGN_IN_SETTING}
    note="必須にすると、まだ設定していない契約管理者は、ほかの操作の前に、二段階認証の設定を求められます。"
  >
    <div className={styles['rows']}>
      <SwitchField form={form} name={['SIGN_IN_SETTING', 'SECOND_FACTOR_REQUIRED']} label="契約管理者の二段階認証" yes="必須にする" />
    </div>
  </Section>
)

/** Every setting of a company or site, in the customer's order: judgement, screens, mail. */
export const SettingSections = ({ form }: Part) => (
  <div className={styles['columns']}>
    <div className={styles['column']}>
      <Durations form={form} />
      <Accumulated form={form} />
      <DeviceAlarms form={form} />
      <Items form={form} />
    </div>
    <div className={styles['column']}>
      <Mail form={form} owner={form.state.owner} />
      <Escalation form={form} />
      <WarningLamp form={form} />
      <MorningCheck form={form} />
      {form.state.owner === 'company' && <SignIn form={form} />}
    </div>
  </div>
)
