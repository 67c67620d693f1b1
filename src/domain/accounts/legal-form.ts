/** A company's name without its legal form: 天津臻境安全评价中心有限公司 → 天津臻境安全评价中心. */
export const withoutLegalForm = (name: string): string => name.replace(/(股份|责任)?有限(责任)?公司$/, '')
