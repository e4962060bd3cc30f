/** What is said about offices that are archived. */
export const officeArchiveMessages = {
  officeArchived: 'この拠点は閉鎖済みのため、変更できません。記録は見られます。変更するときは、拠点の画面で再開してください。',
  officeOfAccountArchived: '所属する拠点は閉鎖されました。ほかの現場で働くときは、会社の契約管理者に所属の変更を頼んでください。',
  archiveNameWrong: '拠点名が違います。「{name}」と入力してください。',
  archiveInDanger: '終わっていない緊急や申告が{count}件あります。対応を終えてから、閉鎖してください。',
  reopenOver: '閉鎖してから{days}日が過ぎたため、再開できません。新しい拠点を登録してください。',
  officeArchiveDone: '「{name}」を閉鎖しました。',
  officeReopenDone: '「{name}」を再開しました。',
} as const
