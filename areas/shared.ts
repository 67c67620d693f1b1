/** Settings that all areas share until one has its own. */
export const shared = {
  hotline: '400-000-0000',
  hotlineHours: '工作日 9:30-18:00',
} as const

/** The two filings and the licences of a province; digits are placeholders of record until the owner's are in. */
export const recordsOf = (province: string) => ({
  icp: { text: `${province} ICP 备 00000000 号`, link: 'https://beian.miit.gov.cn/' },
  police: { text: `${province}公网安备 00000000000000 号`, link: 'https://beian.mps.gov.cn/' },
  notices: [
    { text: `增值电信业务经营许可证 ${province} B2-00000000` },
    { text: `互联网药品信息服务备案（${province}）网药信备字（2026）第 00000 号` },
  ],
})
