/** Declaration fields checked for completeness. */
interface DeclarationContent {
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
interface FieldError {
  readonly field: string
  readonly message: string
}

/** Limits set by the project; null = no maximum is stated. */
export interface DeclarationLimits {
  /** fen */
  readonly supportMax: number | null
}

/** Errors that prevent submitting a declaration; drafts may be incomplete. Used by browser and server. */
export function validateDeclaration(content: DeclarationContent, { supportMax }: DeclarationLimits): FieldError[] {
  const errors: FieldError[] = []
  const requireField = (field: string, missing: boolean, message: string) => {
    if (missing) errors.push({ field, message })
  }
  requireField('title', content.title === '', '请填写申报项目名称')
  requireField('summary', content.summary.length < 50, '请用不少于 50 个字说明项目内容与目标')
  requireField('contactName', content.contactName === '', '请填写联系人')
  requireField('contactMobile', !/^1\d{10}$/.test(content.contactMobile), '请填写 11 位手机号')
  requireField('amount', content.amount === null || content.amount === 0, '请填写申请金额')
  if (content.amount !== null && supportMax !== null && content.amount > supportMax) {
    errors.push({ field: 'amount', message: '申请金额超过本项目的支持上限' })
  }
  requireField('ownFunds', content.ownFunds === null, '请填写自筹资金，没有则填 0')
  requireField('startOn', content.startOn === null, '请选择项目开始日期')
  requireField('endOn', content.endOn === null, '请选择项目结束日期')
  if (content.startOn !== null && content.endOn !== null && content.endOn <= content.startOn) {
    errors.push({ field: 'endOn', message: '结束日期须晚于开始日期' })
  }
  requireField('fileIds', content.fileCount === 0, '请上传申报材料')
  return errors
}
