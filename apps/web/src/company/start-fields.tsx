import type { CompanyStartDraft } from '@mimamori/contract/company-start'
import { FormSection, WideField } from '../kit/form/form-section.tsx'
import { TextField } from '../kit/form/text-field.tsx'
import type { FormState } from '../kit/form/use-form.ts'

/** The fields of the form that starts a company, in the order in which they are asked for. */
export const StartFields = ({ form }: { readonly form: FormState<typeof CompanyStartDraft> }) => (
  <>
    <FormSection name="会社" note="契約の単位です。ほかの会社からは見えません。">
      <TextField form={form} name="companyName" placeholder="例 株式会社汐見組" hint="100文字まで" />
      <TextField form={form} name="officeCode" face="id" placeholder="例 SHM" hint="100文字まで。ほかの会社と重ならないコード" />
    </FormSection>
    <FormSection name="拠点" note="現場を1つ。あとから増やせます。">
      <WideField>
        <TextField form={form} name="officeName" placeholder="例 有明北 配送センター改修工事" hint="100文字まで" />
      </WideField>
      <TextField
        form={form}
        name="baseCode"
        face="id"
        placeholder="例 ARK"
        hint="管理者のログインIDの始まりになります。半角の英数字にすると入力しやすくなります。"
      />
      <TextField
        form={form}
        name="publicWbgtStation"
        face="id"
        inputMode="numeric"
        placeholder="例 44132"
        hint="環境省の暑さ指数の地点番号。あとから入力できます"
      />
      <TextField form={form} name="opensAt" type="time" hint="この時間の外では、途絶を知らせません。" />
      <TextField form={form} name="closesAt" type="time" hint="開始より早い時刻は、翌日までを表します。" />
      <TextField form={form} name="emergencyPhone" inputMode="tel" placeholder="例 03-5550-0177" hint="半角数字とハイフン、15文字まで" />
      <TextField form={form} name="hospitalName" placeholder="例 臨海総合病院" hint="100文字まで" />
      <TextField form={form} name="hospitalPhone" inputMode="tel" placeholder="例 03-5555-0119" hint="半角数字とハイフン、15文字まで" />
    </FormSection>
    <FormSection name="拠点管理者" note="この拠点を受け持つ人です。ログインIDと最初のパスワードは、登録したあとに表示します。">
      <TextField form={form} name="fullName" placeholder="例 岩田　聡美" hint="姓と名の間に全角の空白" />
      <TextField form={form} name="furigana" placeholder="例 イワタ　サトミ" hint="全角カタカナ" />
      <WideField>
        <TextField
          form={form}
          name="email"
          inputMode="email"
          placeholder="例 iwata@example.co.jp"
          hint="アラートのお知らせが届きます。あとから入力できます"
        />
      </WideField>
    </FormSection>
    <FormSection name="受信キー" note="親機や機器が、この拠点に測定値を送るための鍵です。">
      <WideField>
        <TextField
          form={form}
          name="keyName"
          placeholder="例 南ゲートの親機"
          hint="どこから送るかが分かる名前。空にすると、受信キーは作りません。あとから作れます"
        />
      </WideField>
    </FormSection>
  </>
)
