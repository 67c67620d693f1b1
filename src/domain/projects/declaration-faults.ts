/** A declaration as far as its completeness goes. */
interface Written {
  readonly title: string
  readonly summary: string
  readonly contactName: string
  readonly contactMobile: string
  /** fen */
  readonly amount: number | null
  /** fen */
  readonly ownFunds: number | null
  readonly startOn: string | null
  readonly endOn: string | null
  readonly fileCount: number
}
interface Fault {
  readonly field: string
  readonly message: string
}

/** Most that may be asked for; null = the notice names no sum. */
export interface Asked {
  /** fen */
  readonly supportMax: number | null
}

/** What a declaration still lacks before it can be submitted; drafts may lack everything. The browser asks the same. */
export function declarationFaults(written: Written, { supportMax }: Asked): Fault[] {
  const faults: Fault[] = []
  const wants = (field: string, missing: boolean, message: string) => {
    if (missing) faults.push({ field, message })
  }
  wants('title', written.title === '', '请填写申报项目名称')
  wants('summary', written.summary.length < 50, '请用不少于 50 个字说明项目内容与目标')
  wants('contactName', written.contactName === '', '请填写联系人')
  wants('contactMobile', !/^1\d{10}$/.test(written.contactMobile), '请填写 11 位手机号')
  wants('amount', written.amount === null || written.amount === 0, '请填写申请金额')
  if (written.amount !== null && supportMax !== null && written.amount > supportMax) {
    faults.push({ field: 'amount', message: '申请金额超过本项目的支持上限' })
  }
  wants('ownFunds', written.ownFunds === null, '请填写自筹资金，没有则填 0')
  wants('startOn', written.startOn === null, '请选择项目开始日期')
  wants('endOn', written.endOn === null, '请选择项目结束日期')
  if (written.startOn !== null && written.endOn !== null && written.endOn <= written.startOn) {
    faults.push({ field: 'endOn', message: '结束日期须晚于开始日期' })
  }
  wants('fileIds', written.fileCount === 0, '请上传申报材料')
  return faults
}
