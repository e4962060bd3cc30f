/**
 * What the product says of the law, in one place, with the day on which it was compared with the wording of the ordinance (安衛則
 * 第612条の2, 令和7年厚生労働省令第57号, in force since 2025-06-01). It is shown on the screen 体制と周知 and on its papers. Values in hours
 * and degrees are those of the notification (通達), and what the guidance asks for is never called statutory.
 */
export const dutyLaw = {
  checkedOn: '2026-11-27',
  statute: [
    '労働安全衛生規則 第612条の2（2025年6月1日施行）が求める、報告の体制・手順・周知の記録です。届け出は要りません。',
    '体制は、自覚症状のある本人と、ほかの人の異常に気づいた人が知らせるためのものです。手順は作業場ごとに、作業からの離脱、体の冷却、必要なときの医師の診察や処置などを定めます。どちらも、作業の前に、従事する人に周知します。',
    '対象は、通達により、WBGT 28以上または気温31℃以上の場所で、連続1時間以上または1日4時間を超えて行うことが見込まれる作業です。',
    '混在する現場では、それぞれの事業者に義務があります。雇っていない人にも、同じように知らせてください。',
  ],
  guidance: ['WBGTの記録、暑熱順化、教育は、厚生労働省の要綱や手引きによるもので、この条文の義務ではありません。'],
} as const
