import { viewOnlyCode } from '../domain/operations/account-views.ts'
import { isSessionOver } from '../domain/accounts/session-over.ts'

/**
 * Every failure a call can answer with: name → code and the Chinese text a person reads.
 * HTTP follows the code: 400–500 as they are, 600 and invalid keys → 401, from 1000 up → 422.
 */
export const failures = {
  invalidInput: { code: 400, message: '填写的内容有误，请检查标出的项' },
  /** Content: FieldError[], as of invalidInput. */
  unknownField: { code: 400, message: '请求中有无法识别的项，请核对标出的名称' },
  badJson: { code: 400, message: '请求内容不是有效的 JSON' },
  tooDeep: { code: 400, message: '请求内容嵌套过深' },
  badForm: { code: 400, message: '上传的内容不完整，请重新选择文件后再试' },
  forbidden: { code: 403, message: '您的账号没有此项权限，请联系企业管理员' },
  methodNotAllowed: { code: 405, message: '该地址不支持这种请求方式' },
  notFound: { code: 404, message: '内容不存在或已被删除' },
  conflict: { code: 409, message: '内容已发生变化，请刷新后重试' },
  keyReused: { code: 409, message: '该请求编号已用于另一次提交，请刷新页面后重试' },
  gone: { code: 410, message: '该内容已下架' },
  tooLarge: { code: 413, message: '提交的内容过大' },
  wrongType: { code: 415, message: '只接受 JSON 格式的请求' },
  notForm: { code: 415, message: '文件须以表单（multipart/form-data）上传' },
  tooMany: { code: 429, message: '操作过于频繁' },
  serverError: { code: 500, message: '服务器异常，建议稍后重试' },
  /** A declared call whose handler is not written yet; only in development, since it does not compile. */
  handlerMissing: { code: 501, message: '该接口尚未实现' },
  /** Overload, or a lock that is held for too long. Content: { retryAfter }. */
  busy: { code: 503, message: '系统繁忙，请稍后再试' },
  /** The database does not answer. Content: { retryAfter }. */
  unavailable: { code: 503, message: '服务暂时不可用，请稍后再试' },
  sessionInvalid: { code: 600, message: '登录已失效，请重新登录' },
  /** An operator's session that was not used for OPERATOR_IDLE_MINUTES. */
  sessionIdle: { code: 601, message: '长时间没有操作，为保护平台数据，登录已自动结束，请重新登录' },
  wrongPassword: { code: 1001, message: '账号或密码错误' },
  accountLocked: { code: 1002, message: '该账号已停用，请联系平台客服' },
  tooManyGuesses: { code: 1003, message: '密码错误次数过多，可用短信验证码登录' },
  captchaNeeded: { code: 1004, message: '请输入图形验证码后继续' },
  captchaWrong: { code: 1005, message: '图形验证码不正确或已过期，请重新输入' },
  codeTooSoon: { code: 1006, message: '验证码刚刚发送过' },
  codesUsedUp: { code: 1007, message: '今天向该号码发送的验证码已达上限' },
  codeWrong: { code: 1008, message: '验证码不正确或已过期' },
  codeSpent: { code: 1009, message: '验证码错误次数过多，请重新获取' },
  notCertified: { code: 1010, message: '请先完成企业认证' },
  notSeller: { code: 1011, message: '请先开通店铺，成为供应商' },
  keyMissing: { code: 1012, message: '缺少请求编号（idempotency-key）' },
  certificationExpired: { code: 1013, message: '企业认证已过期，请更新营业执照后再操作' },
  ticketSpent: { code: 1014, message: '验证已失效，请重新验证' },
  /** Content { ticket, redirect }: proof of the first factor, and the path to open after a single sign-on. */
  secondStepNeeded: { code: 1019, message: '请输入验证器上的动态码' },
  /** Content { ticket, dueAt }: proof of the sign-in, with which the closing may be withdrawn. */
  accountClosing: { code: 1210, message: '该账号正在注销，可在期限内撤销' },
  /** Content: reasons, as of accountClosing. */
  closingObstructed: { code: 1211, message: '账号暂时不能注销，请先处理列出的事项' },
  exportWaiting: { code: 1212, message: '您的个人信息副本正在生成，完成后会通知您' },
  exportsUsedUp: { code: 1213, message: '今天申请的次数已达上限，请明天再试' },
  complaintOpen: { code: 1220, message: '您对该内容的举报正在处理，请等待结果' },
  complaintsUsedUp: { code: 1221, message: '今天提交的举报已达上限，请明天再试' },
  ownComplaint: { code: 1222, message: '这是您或贵企业自己的内容，不能举报' },
  /** Content { name }: the operator who has it. */
  complaintTaken: { code: 1223, message: '这件举报正由另一位运营人员处理' },
  complaintDecided: { code: 1224, message: '这件举报已处理完毕，请刷新后查看' },
  complaintNotTaken: { code: 1225, message: '请先受理这件举报，再作出处理' },
  /** Content: FieldError[], which name the words. */
  wordForbidden: { code: 1226, message: '含有不允许发布的词，请修改标出的项' },
  /** Content { name }: the operator who decided. */
  signDecided: { code: 1228, message: '这条线索已由另一位运营人员处理，请刷新后查看' },
  moderationWordUsed: { code: 1227, message: '词表中已有这个词' },
  /** Content: CategoryUsage. */
  categoryUsed: { code: 1240, message: '该分类正在使用，不能停用或删除，请先合并到其他分类' },
  categoryNameUsed: { code: 1241, message: '同级分类中已有这个名称' },
  categoryTooDeep: { code: 1242, message: '移动后层级过深，服务分类最多三级，商品分类最多四级' },
  categoryBelowItself: { code: 1243, message: '不能移动或合并到自己的下级分类' },
  attributeNameUsed: { code: 1244, message: '该分类已有这个名称的属性' },
  /** Content: { count }, listings with one of the removed options. */
  attributeOptionUsed: { code: 1245, message: '删去的选项仍有商品或服务在使用，请保留' },
  dictionaryTextUsed: { code: 1246, message: '已有这个值，请换一个名称' },
  /** Content: { count }. */
  dictionaryValueUsed: { code: 1247, message: '这个值正在使用，不能删除' },
  dictionaryValueFixed: { code: 1249, message: '这个标签正在使用，不能改名；请新增一个标签' },
  dictionaryGroupLast: { code: 1250, message: '每组至少保留一个标签，请先新增其他标签' },
  dictionaryFull: { code: 1248, message: '最多 200 个值，请先删除不用的' },
  changeGoods: { code: 1260, message: '商品订单不支持变更单；需要变更请双方协商取消后重新下单' },
  changeNotRunning: { code: 1261, message: '只有已确认、尚未完成的订单可以变更' },
  changeDisputed: { code: 1262, message: '订单正在处理争议，裁定继续执行后才能提出或签署变更单' },
  /** Content { changeId }: the open one. */
  changeOpen: { code: 1263, message: '已有一份变更单等待签署，请先签署、拒绝或撤回' },
  changeNothing: { code: 1264, message: '没有任何变更，请修改价款、日期、里程碑或工作范围' },
  /** Content of this and the next ones { row }: index of the row of the input. */
  changeAccepted: { code: 1265, message: '已验收或已取消的里程碑不能变更，请刷新后重新填写' },
  changeBelowPaid: { code: 1266, message: '金额不能低于已付和付款中的金额' },
  changePaidLine: { code: 1267, message: '已付清或已退款的款项不能变更；需要增加价款请新增一行，需要退还请使用退款' },
  changePaymentOpen: { code: 1268, message: '该里程碑的款项正在付款，请等付款核实后再取消' },
  changeRefundOpen: { code: 1269, message: '该款项正在退款，请等退款完成后再变更' },
  changeTotalWrong: { code: 1270, message: '变更后的总额与各行之和不符，请刷新后核对' },
  changePromiseOver: { code: 1278, message: '承诺的交付日期已过，新增里程碑时请一并调整' },
  changeDateWrong: { code: 1271, message: '日期不能早于今天，最远为三年之后' },
  changeTooMany: { code: 1272, message: '付款节点最多 12 行，请减少新增的行' },
  changeRowWrong: { code: 1273, message: '变更的行与订单不符，请刷新后重新填写' },
  changeAllSkipped: { code: 1274, message: '至少保留一个里程碑；不再执行请申请取消订单' },
  changeBaseGone: { code: 1275, message: '订单的约定已经变更，请刷新后在新的约定上提出' },
  /** What was shown is not what would be signed. */
  changeFingerprint: { code: 1276, message: '校验码与变更单不一致，请刷新后核对内容再签署' },
  changeExpired: { code: 1277, message: '变更单已过签署期限，需要时请重新提出' },
  /** An operator whose roles do not permit the call. */
  operatorForbidden: { code: 1200, message: '您的运营角色没有此项权限，请联系平台管理员' },
  /** An operator who views an account read-only made a call that writes, or that stays closed. */
  viewOnly: { code: viewOnlyCode, message: '您正在只读查看他人账号，不能进行此操作；如需操作请先退出查看' },
  ownCompany: { code: 1201, message: '事关您本人所在的企业，请由其他运营人员处理' },
  lastOperatorAdmin: { code: 1202, message: '平台须至少保留一位管理员' },
  ownOperatorRoles: { code: 1203, message: '不能变更自己的运营角色，请由另一位管理员处理' },
  recordsTooMany: { code: 1251, message: '匹配的用户超过 1,000 个，请输入更完整的登录名或姓名，或手机号' },
  keywordShort: { code: 1208, message: '请输入至少三个字，或完整的编号' },
  companySuspended: { code: 1204, message: '贵企业已被平台停用，恢复后才能发起新的交易；有异议请联系平台客服' },
  companyUncertified: { code: 1205, message: '该企业没有有效的认证，不能这样处理；需要时请停用其用户' },
  staffNotSuspendable: { code: 1206, message: '运营或客服账号不能停用，请先由管理员取消其运营身份' },
  viewUnavailable: { code: 1217, message: '运营与客服账号、已停用或已注销的账号，不能以其身份查看' },
  secondOperatorNeeded: { code: 1218, message: '您已提交此申请，需由另一位运营人员确认' },
  accountSuspended: { code: 1207, message: '该账号已被平台停用，请联系平台客服' },
  twoFactorNeeded: { code: 1090, message: '平台运营人员须先在“安全设置”开启两步验证' },
  twoFactorOn: { code: 1091, message: '两步验证已开启；更换手机时，请先关闭再重新开启' },
  twoFactorKept: { code: 1092, message: '平台运营人员不能关闭两步验证；更换验证器请联系系统管理员重置' },
  /** Content: ReauthenticationWays, the available methods. */
  reauthNeeded: { code: 1018, message: '为保护账户安全，请先确认是您本人' },
  /** Specification section 8: shown at the field, never as a toast. */
  mobileUsed: { code: 1015, message: '手机号码已被使用!' },
  loginNameUsed: { code: 1016, message: '登录名已被使用，请换一个' },
  emailUsed: { code: 1017, message: '该邮箱已被其他账号绑定' },
  stepNotAllowed: { code: 1020, message: '当前状态不能进行此操作，请刷新后查看' },
  deadlinePast: { code: 1021, message: '已过报价截止时间' },
  ownDemand: { code: 1022, message: '不能对本企业发布的需求报价' },
  offerExpired: { code: 1023, message: '该报价已过有效期，请与供应商确认后由其更新' },
  milestonesUneven: { code: 1024, message: '各付款节点比例之和须为 100%' },
  demandDecided: { code: 1025, message: '该需求已选定报价，不能再次选定' },
  offerSealed: { code: 1026, message: '该报价尚未开启，截止后才能查看与处理' },
  /** Content: { names }, the invited suppliers without an offer. */
  offersOutstanding: { code: 1440, message: '还有受邀供应商没有报价，不能提前开标' },
  earlyOpeningNotOffered: { code: 1441, message: '只有密封且仅限受邀供应商报价的需求可以提前开标' },
  noSupplierInvited: { code: 1442, message: '没有可以报价的受邀供应商，不能提前开标' },
  inviteeNotCertified: { code: 1449, message: '该供应商的企业认证未通过或已失效，目前不能报价，暂不能邀请' },
  openedEarly: { code: 1448, message: '该需求已提前开标，不能重新开放报价，请另行发布需求' },
  notInvited: { code: 1443, message: '该需求仅限受邀供应商报价，贵企业未受邀请，可先联系需求方' },
  notEvaluator: { code: 1444, message: '您不是这条需求的评分人，或已声明回避' },
  scoringNotOpen: { code: 1445, message: '报价截止并开启后才能评分；定标或关闭后不再评分' },
  scoresFixed: { code: 1446, message: '全部评分已提交并公开，不能再修改' },
  scoresRevealed: { code: 1447, message: '盲评的评分已公开，不能再增加评分人、移除已评分的人或修改标准的项目' },
  supplierNotCertified: { code: 1027, message: '该供应商的企业认证已失效，暂不能选定其报价，请联系供应商更新认证' },
  versionsFull: { code: 1031, message: '对这条需求提交的报价已达 50 版上限，请在问答或沟通中说明' },
  questionsFull: { code: 1028, message: '这份报价的问答已达上限，请在沟通中继续' },
  needsUsedUp: { code: 1029, message: '今天用该号码提交的留言已达上限，平台会尽快与您联系' },
  termsNotAccepted: { code: 1080, message: '请先阅读并接受保密条款，再查看保密资料' },
  annexStopped: { code: 1081, message: '需求方已停止贵企业查看保密资料' },
  annexOver: { code: 1082, message: '报价已截止或需求已结束，保密资料不再开放' },
  noReplies: { code: 1034, message: '这条消息不接受回复，如有疑问请联系平台客服' },
  stranger: { code: 1035, message: '只能给同事，或与您有交易、沟通过的企业与个人发送消息' },
  chatSelf: { code: 1030, message: '不能与自己发起沟通' },
  recallLate: { code: 1032, message: '发送超过 2 分钟的消息不能撤回' },
  caseTaken: { code: 1036, message: '这位访客正由另一位客服接待' },
  caseClosed: { code: 1037, message: '这次接待已经结束' },
  caseRated: { code: 1038, message: '您已评价过这次服务' },
  cannedFull: { code: 1039, message: '常用答复最多 200 条，请先删除不用的' },
  companyNameUsed: { code: 1040, message: '该企业已在平台，请向其管理员索取邀请后加入；被他人占用的，请提交认领' },
  creditCodeUsed: { code: 1041, message: '该统一社会信用代码已被其他企业使用；属于贵企业的，请提交认领' },
  nameCertified: { code: 1042, message: '认证通过后，企业名称只能随新的企业认证变更' },
  certificationWaiting: { code: 1043, message: '上一次提交正在审核，请等待结果' },
  claimUnneeded: { code: 1085, message: '该名称与信用代码没有被其他企业认证，请直接提交企业认证' },
  claimWaiting: { code: 1086, message: '您对该信用代码的认领正在核实，请等待结果' },
  tooManyClaims: { code: 1087, message: '待核实的认领最多 3 份，请等待结果或先撤回' },
  claimOutdated: { code: 1088, message: '名称或信用代码的持有企业已变化，请重新打开后核对' },
  claimantMoved: { code: 1089, message: '申请人已加入其他企业，不能通过，请写明原因后驳回' },
  inCompany: { code: 1044, message: '您的账号已属于一家企业，不能再加入另一家' },
  invitationGone: { code: 1045, message: '邀请不存在、已使用或已过期，请向邀请人索取新的邀请' },
  /** Limit across all companies, so it does not reveal which of them invited the number. */
  invitationsUsedUp: { code: 1096, message: '今天发给该手机号的邀请短信已达上限' },
  invitationOther: { code: 1046, message: '该邀请发给了另一个手机号' },
  shopExists: { code: 1047, message: '贵企业已经开通店铺' },
  shopNameUsed: { code: 1048, message: '该店铺名称已被使用，请换一个' },
  agreementNewer: { code: 1049, message: '入驻协议已更新，请阅读新版后再同意' },
  roleNameUsed: { code: 1050, message: '已有同名的角色' },
  roleBeyond: { code: 1051, message: '超出您自己的权限，不能授予或变更' },
  roleHeld: { code: 1052, message: '仍有账号持有该角色，请先改派' },
  lastAdministrator: { code: 1053, message: '企业须至少保留一位可管理账号与角色的管理员' },
  ownerKept: { code: 1054, message: '主账号不能由他人变更或删除' },
  tooManyPeople: { code: 1055, message: '子账号数量已达上限' },
  tooManyRoles: { code: 1056, message: '角色数量已达上限' },
  selfKept: { code: 1057, message: '不能停用、删除自己的账号，或在这里重设自己的密码' },
  tooManyListings: { code: 1058, message: '服务与商品的总数已达上限，请先删除不用的' },
  sheetBroken: { code: 1059, message: '无法读取这个表格，请使用下载的模板填写，并保存为 .xlsx 文件' },
  sheetTooLarge: { code: 1079, message: '表格过大，请删除多余的行和列，或拆分成几个文件后分次导入' },
  fileTooComplex: { code: 1075, message: '文件处理超时，可能损坏或内容异常，请重新保存或拆分后再试' },
  filesBusy: { code: 1076, message: '正在处理的文件较多，请稍后再试' },
  fileTypeRefused: { code: 1060, message: '不支持这种文件' },
  fileTooLarge: { code: 1061, message: '文件过大' },
  pictureTooSmall: { code: 1069, message: '图片过小，文字无法辨认，请上传宽与高均不小于 400 像素的照片或扫描件' },
  fileBroken: { code: 1062, message: '文件无法读取，可能已损坏' },
  filesFull: { code: 1063, message: '今天上传的文件已达上限，请明天再试' },
  notPicture: { code: 1064, message: '只能识别图片，请上传营业执照的照片或扫描件' },
  pictureTooNarrow: { code: 1094, message: '图片过于狭长，请裁剪或分成几张后再上传' },
  pictureTooLarge: { code: 1095, message: '图片尺寸过大，请缩小到 1,600 万像素以内再上传' },
  ocrBusy: { code: 1065, message: '识别的人较多，请稍后再试，或直接手工填写' },
  tooManyAddresses: { code: 1066, message: '地址最多 50 个，请先删除不用的' },
  tooManyPictures: { code: 1067, message: '店铺图片最多 20 张，请先删除不用的' },
  tooManyQualifications: { code: 1068, message: '资质证书最多 30 份，请先删除不用的' },
  tooManyFavourites: { code: 1073, message: '收藏或关注的数量已达上限，请先移除不需要的' },
  ownListing: { code: 1074, message: '这是贵企业自己的服务或商品，不能向自己咨询' },
  priceOpen: { code: 1100, message: '该服务或商品价格面议，请先询价' },
  specMissing: { code: 1101, message: '请选择规格' },
  stockShort: { code: 1102, message: '库存不足，请减少数量' },
  belowMinimum: { code: 1103, message: '低于起订量，请增加数量' },
  cartFull: { code: 1104, message: '购物车已满，请先结算或移除一些' },
  addressNeeded: { code: 1105, message: '请选择收货地址' },
  notSentThere: { code: 1106, message: '部分商品不配送到所选地址，请更换地址或移除这些商品' },
  invoiceMissing: { code: 1107, message: '请先填写完整的开票资料' },
  itemsInvalid: { code: 1108, message: '部分商品或服务已不能按原样下单，请返回购物车处理' },
  orderTooLarge: { code: 1109, message: '订单金额过大，请减少数量分次下单，或与供应商联系' },
  methodOff: { code: 1110, message: '本站未开通这种付款方式，请换一种' },
  severalPayees: { code: 1111, message: '银行转账须逐个订单付给各自的供应商' },
  payeeMissing: { code: 1112, message: '供应商尚未填写收款账户，请联系供应商' },
  paidAlready: { code: 1113, message: '款项已付清或正在核实，无需再次付款' },
  paymentOver: { code: 1114, message: '该付款单已过期或关闭，请重新发起付款' },
  gatewayAway: { code: 1115, message: '支付渠道暂时没有响应，请稍后再试' },
  refundTooMuch: { code: 1116, message: '退款金额超过可退金额，请刷新后按可退金额填写' },
  refundLineUnpaid: { code: 1280, message: '所选款项尚未付款，没有可退的金额' },
  refundOpen: { code: 1281, message: '所选款项已有退款申请在等待处理，请先处理或撤回' },
  refundDisputed: { code: 1282, message: '订单正在争议中，退款由平台裁定或双方协商取消订单' },
  refundAnswerPending: { code: 1283, message: '供应商仍在答复期内，过期未答复后可申请平台处理' },
  refundTooLittle: { code: 1289, message: '平台处理中的申请只能按申请金额全额同意；部分退款请等待平台裁定' },
  refundRuled: { code: 1284, message: '这份退款申请已由其他运营人员裁定，或已由双方了结，请刷新后查看' },
  payoutUnderWay: { code: 1285, message: '该款项正在打款给供应商，打款结果登记后再办理退款；已打款的由供应商转账退回' },
  payoutAccountMissing: { code: 1286, message: '供应商尚未填写收款账户，填写后才能审批打款' },
  /** Another operator acted, or amounts, a dispute or a refund changed it. */
  payoutMoved: { code: 1287, message: '这笔打款的状态、金额或订单情况已变化，请刷新后核对' },
  payoutAccountChanged: {
    code: 1288,
    message: '供应商的收款账户与您所见的不同，请刷新后核对；初审后变更的，请退回初审',
  },
  payoutReferenceUsed: { code: 1290, message: '该银行流水号已登记在其他打款中，请核对回单上的流水号' },
  payoutReceiptUsed: { code: 1291, message: '该银行回单已登记在其他打款中，请上传这笔打款的回单' },
  /** Another open payout has money of the payout. */
  payoutBounceRefused: { code: 1292, message: '其中的款项已在另一张打款单中，请在该单付出或撤销之后再登记退汇' },
  /** The supplier registered that it transferred money of the payout back; the buyer has not answered. */
  payoutBounceSent: {
    code: 1293,
    message:
      '供应商已登记其中款项的转账退款，等待买家确认。买家未收到的，登记后可再登记退汇；已收到的，请联系供应商，在系统外重新付款',
  },
  /** The supplier gave money of the payout back, or owes it: the payout stays paid, and is transferred again outside. */
  payoutBounceRefunded: {
    code: 1294,
    message:
      '其中的款项已经或将由供应商转账退给买家，不能登记退汇。请联系供应商更正收款账户，在系统外重新付款，并留存退汇与付款的凭证',
  },
  exceptionClosed: { code: 1300, message: '这项差异已消除或已由平台关闭，请刷新后查看' },
  allocationWrong: { code: 1301, message: '各款项的金额合计须等于发票的价税合计，且每项只填一次' },
  invoiceTooMuch: { code: 1117, message: '开票金额超过可开金额' },
  reviewed: { code: 1118, message: '您已评价过该订单' },
  orderFilesFull: { code: 1120, message: '订单文件最多 50 份，请先移除不用的' },
  evidenceClosed: { code: 1121, message: '举证时间已过，不能再补充证据' },
  evidenceFull: { code: 1122, message: '每方最多补充 20 条证据' },
  disputeRuled: { code: 1123, message: '这起争议已由其他运营人员裁定或由双方了结，请刷新后查看' },
  nothingDelivered: { code: 1119, message: '请填写交付说明、上传交付文件或填写物流单号' },
  milestoneNeeded: { code: 1126, message: '该订单分里程碑交付与验收，请刷新订单后在对应的里程碑中操作' },
  milestoneUnneeded: { code: 1127, message: '该订单不分里程碑，请刷新后对整个订单操作' },
  calendarEmpty: { code: 1128, message: '该订单暂无计划日期与应付日，供应商确认订单后再导出' },
  tooManyInvites: { code: 1083, message: '每条需求最多邀请 30 家供应商' },
  tooManySubscriptions: { code: 1084, message: '需求订阅最多 20 个，请先删除不用的' },
  tooManySavedSearches: { code: 1132, message: '保存的搜索最多 20 个，请先删除不用的' },
  tooManySavedFilters: { code: 1133, message: '常用筛选最多 20 个，请先删除不用的' },
  shopBusy: { code: 1077, message: '有未完成的订单、等待答复的报价或平台暂存未打款的货款，处理完毕后才能关闭店铺' },
  shopClosed: { code: 1078, message: '该店铺已关闭，重新开通后才能上架' },
  visitBooked: { code: 1130, message: '您已预约当天到访该园区，无需重复提交' },
  visitsFull: { code: 1131, message: '待到访的预约最多 10 个，请先取消不去的' },
  classFull: { code: 1140, message: '预约名额已满，开课后仍可直接观看' },
  classBegan: { code: 1141, message: '课程已开始，不能再变更' },
  classNotOn: { code: 1142, message: '课程当前没有播放，请在直播或回放时观看' },
  questionsClosed: { code: 1143, message: '课程已结束，不再接受提问' },
  classQuestionsFull: { code: 1144, message: '您在这门课的提问已达 20 条上限' },
  tooManyClasses: { code: 1145, message: '待开课的课程最多 50 门' },
  seatsBelowBooked: { code: 1146, message: '名额不能少于已预约的人数' },
  entryUnfinished: { code: 1169, message: '草稿尚未填写完整，请先补全必填项再发布' },
  entryUsed: { code: 1170, message: '有解决方案在使用该应用，请先从方案中移除' },
  entryScheduled: { code: 1171, message: '该内容已设定时间发布或生效，请先取消定时再操作' },
  featureRefused: { code: 1147, message: '只能推荐已发布且未结束的项目路演' },
  drawNotOpen: { code: 1148, message: '本期抽奖尚未开始或已经结束' },
  drawUsedUp: { code: 1149, message: '您在本期的抽奖次数已用完' },
  scoreShort: { code: 1150, message: '积分不足，可通过观看课程获得积分' },
  drawNotEnded: { code: 1151, message: '本期结束后才公布全部结果' },
  awardLate: { code: 1164, message: '领取期限已过，奖品已收回' },
  drawNotForStaff: { code: 1153, message: '平台工作人员不参与抽奖' },
  classTimePast: { code: 1154, message: '修改后的开始时间已过，请驳回并由主讲方重新填写' },
  roundOverlaps: { code: 1152, message: '该时段已有另一期抽奖，请调整时间' },
  receiptDiffers: { code: 1180, message: '到账金额与应付金额不同，请核对差额后再次确认' },
  receiptSettled: { code: 1181, message: '到账确认已超过 24 小时，不能撤销，请在订单的退款中更正' },
  receiptUsed: { code: 1182, message: '这笔到账之后又有付款、退款或订单已结束，不能撤销，请在订单的退款中更正' },
  ssoOff: { code: 1070, message: '本站未开通统一身份登录' },
  ssoAway: { code: 1071, message: '统一身份登录暂时没有响应，请稍后再试或用其他方式登录' },
  ssoRefused: { code: 1072, message: '统一身份登录未完成，请重新登录' },
  declaredAlready: { code: 1160, message: '贵企业已申报该项目，请在我的申报中继续办理' },
  declarationClosed: { code: 1161, message: '该项目尚未开始申报，或已过申报截止时间' },
  joinsUsedUp: { code: 1162, message: '该手机号今天提交的入驻申请已达上限，请明天再来或联系平台客服' },
  /**
   * Not an error: the request needs approval and waits as a requisition. What the call wrote is kept. Content
   * { requisitionId, requisitionNo }.
   */
  approvalPending: { code: 1450, message: '已提交审批，审批通过后自动执行' },
  /** Content { step }: name of the step. */
  approverMissing: { code: 1451, message: '审批规则中有步骤目前没有可用的审批人，请联系企业管理员调整规则' },
  /** Content { rule, step }: places from 0. */
  ruleApproverMissing: {
    code: 1452,
    message: '有审批步骤没有可用的审批人：审批人须未停用，并有“申请管理”权限；每人只审批一步',
  },
  delegationCircular: { code: 1453, message: '委托形成循环：被委托人已直接或间接委托给您' },
  delegateUnfit: { code: 1454, message: '被委托人须是本企业未停用、有“申请管理”权限的其他成员' },
  ownRequisition: { code: 1455, message: '不能审批自己提交的申请' },
  requisitionElsewhere: { code: 1456, message: '该申请目前不在您的审批步骤，请刷新后查看' },
  requisitionClosed: { code: 1457, message: '该申请已结束，请刷新后查看' },
  /** Reason of a return. */
  requesterUnfit: { code: 1458, message: '申请人已不在本企业，或已没有相应权限' },
  costCentreGone: { code: 1459, message: '该成本中心已停用，请重新选择' },
  /** Content { requisitionNo }: the one that waits for the same subject. */
  requisitionDiffers: {
    code: 1460,
    message: '已有一份请购在审批，内容或申请人与本次不同；请先由申请人撤回，再重新提交',
  },
  /** Content { step }: name of the step. */
  laterApproverMissing: {
    code: 1461,
    message: '由您通过后，后续步骤将没有可用的审批人（每人只审批一步），请由其他审批人通过，或联系企业管理员',
  },
  /** Content { name, left }: of the budget; fen. */
  budgetShort: { code: 1470, message: '超出预算，不能提交' },
  /** Content { name }: of the other budget. */
  budgetOverlaps: { code: 1471, message: '该成本中心（项目）在这段时间已有预算，请调整起止日期或修改原有预算' },
  /** Content { used }: fen. */
  budgetBelowUse: { code: 1472, message: '额度不能低于已占用、下单与支付的合计' },
  costCentreNeeded: { code: 1473, message: '贵企业要求采购注明成本中心，请选择' },
  projectGone: { code: 1474, message: '该项目目前没有预算，请重新选择' },
  budgetClosed: { code: 1475, message: '该预算已关闭，不能再修改' },
  costCentreTaken: { code: 1476, message: '该编码已有成本中心' },
  costCentreLast: { code: 1477, message: '采购须注明成本中心时，至少保留一个启用的成本中心' },
  budgetEnded: { code: 1478, message: '预算刚刚被关闭，请核对成本中心后重新提交' },
  agreementOver: { code: 1480, message: '协议不在有效期内或已终止，不能按协议下单' },
  agreementChanged: { code: 1481, message: '协议已有新的版本或状态，请核对后重试' },
  agreementFingerprint: { code: 1482, message: '校验码与条款不一致，请重新打开核对后签署' },
  /** Content { room }: what may still be ordered, fen. */
  agreementRoomShort: { code: 1483, message: '超出协议余额，请减少数量或变更协议总额' },
  /** Content { committed }: totals of the call-offs, fen. */
  ceilingBelowCommitted: { code: 1484, message: '协议总额低于已按协议下单的金额' },
  /** Content { line }: place from 0. */
  agreementLineWrong: { code: 1485, message: '有一项不是该供应商在售的服务或商品规格，请重新选择' },
  agreementLineTwice: { code: 1486, message: '同一规格只能约定一个价格' },
  agreementPeriodWrong: { code: 1487, message: '协议期限须在今天之后结束，最长 5 年，开始日不晚于结束日' },
  agreementPartnerWrong: { code: 1488, message: '对方不是已认证的企业、没有营业中的店铺，或就是本企业' },
  annexNeedsNda: { code: 1489, message: '只有生效中的保密协议可以登记附件' },
  annexesFull: { code: 1490, message: '一份保密协议最多登记 50 份附件' },
  annexReferenceWrong: { code: 1491, message: '请上传文件，或填写双方之间的需求编号或订单编号' },
  /** Content { name, reason }; only for the people of the company that blocked it. */
  supplierBlocked: { code: 1492, message: '贵企业已停用该供应商，不能向其下单、签约、选定报价或发出邀请' },
  tooManyMarks: { code: 1493, message: '最多列入 500 家供应商，请先移出不再需要的' },
  /** Content: the line and its agreed name. */
  agreementLineChanged: { code: 1494, message: '规格或单位与协议约定不同，请由双方签署新版后再下单' },
  amendmentStartsLater: { code: 1495, message: '新版签署后立即取代现行条款，开始日期不能晚于今天' },
  programmeCodeTaken: { code: 1500, message: '项目编号已被本企业的其他研发项目使用' },
  programmeClosed: { code: 1501, message: '研发项目已结项，请先重新开启' },
  programmeRole: { code: 1502, message: '您在该研发项目中的角色不能进行此操作' },
  programmeManagerLast: { code: 1503, message: '研发项目至少保留一位管理者，请先指定其他管理者' },
  programmeTaken: { code: 1504, message: '已归入其他研发项目，请由该项目的成员先移出' },
  /** Content { max }. */
  programmeFull: { code: 1505, message: '研发项目中的内容已达上限' },
  programmeGone: { code: 1506, message: '所选研发项目已结项，或您已不能使用，请重新选择' },
  programmeMemberUnfit: { code: 1507, message: '只能添加本企业的有效账号' },
  pushUnavailable: { code: 1580, message: '本站未开通设备通知，请使用邮件或短信' },
  pushEndpointRefused: { code: 1581, message: '浏览器的通知服务地址不可用，请更换浏览器' },
  /** Content { max }. */
  tooManyPushDevices: { code: 1582, message: '开启通知的设备已达上限，请先关闭不再使用的设备' },
  sampleQuarantined: { code: 1540, message: '样品因运输超温处于隔离或待销毁状态，不能进行此操作' },
  splitSumWrong: { code: 1541, message: '各份数量之和须等于原样品的数量' },
  sampleUnitWhole: { code: 1542, message: '该单位的数量须为整数' },
  /** Content { sampleNos }. */
  sampleNotPackable: { code: 1543, message: '有样品已不在贵企业或已装箱，请刷新后重新选择' },
  shipmentLimitsClash: { code: 1544, message: '所选样品的温度范围没有共同部分，请分开装箱' },
  samplesFull: { code: 1545, message: '一份订单最多登记 500 个样品' },
  sampleOrderOver: { code: 1546, message: '订单尚未确认或已结束，不能登记新的样品' },
  excursionDecided: { code: 1547, message: '该次超温已有处置意见，请刷新后查看' },
  sensorRevoked: { code: 1548, message: '传感器已停用' },
  sensorBusy: { code: 1549, message: '传感器正用于另一批运输，请先解除' },
  sensorsFull: { code: 1550, message: '一家企业最多启用 200 个传感器，请先停用不再需要的' },
  /** Content { faults, count }: LoggerLineFault[] and how many there are in all. */
  loggerFileWrong: { code: 1551, message: '记录文件有错误，未导入任何数据，请按行号改正后重新导入' },
  loggerFileEmpty: { code: 1552, message: '文件中没有温度记录，请检查是否为记录仪导出的 CSV' },
  loggerFileLong: { code: 1553, message: '记录文件超过 60,000 行，请分段导出后分别导入' },
  loggerOutsideShipment: { code: 1554, message: '记录的时间都不在这批样品的运输期间，请检查时区与文件' },
  shipmentTakesNoSensor: { code: 1555, message: '这批样品已签收或已取消，不能再放置传感器' },
  certificateSubmitted: { code: 1510, message: '编号与最后一天相同的证书已经提交，请在列表中查看或修改' },
  certificateHeldElsewhere: { code: 1511, message: '另一家企业提交了相同编号，通过时须在备注中写明核对结论' },
  certificateExpired: { code: 1512, message: '证书已过最后一天，不能通过' },
  structureUnreadable: { code: 1530, message: '无法识别该结构，请检查 SMILES 或 Molfile，或改用画板绘制' },
  structureTooLarge: { code: 1531, message: '结构过大：最多 999 个原子，请减小后重试' },
  structureTooComplex: { code: 1532, message: '该结构的计算超过 2 秒，已停止；请画得更具体，或改用“完全一致”' },
  structuresBusy: { code: 1533, message: '结构检索的人较多，请稍后重试' },
  structureEmpty: { code: 1534, message: '请先画出或粘贴一个结构' },
  sdfBroken: { code: 1535, message: '不是有效的 SDF 文件，请由化学软件重新导出后再试' },
  /** Content { max }: records. */
  sdfTooLarge: { code: 1536, message: 'SDF 文件最多 5,000 条结构，请拆分后分别导入' },
  batchTaken: { code: 1537, message: '该商品已有这个批号' },
  /** Content { max }. */
  batchesFull: { code: 1538, message: '一件商品最多登记 200 个批次，请先删除不再需要的' },
  batchInUse: { code: 1539, message: '该批次已随订单发货，须为买家保留，不能删除' },
  apiKeyInvalid: { code: 1560, message: '密钥不存在，或给予密钥的账号已停用、已离开企业' },
  apiKeyExpired: { code: 1561, message: '密钥已过期，请换用新的密钥' },
  apiKeyRevoked: { code: 1562, message: '密钥已撤销' },
  /** Content { address }: the address that the call came from. */
  apiKeyNetwork: { code: 1563, message: '请求的来源地址不在密钥允许的网络内' },
  apiKeyCall: { code: 1564, message: '该接口不能使用密钥调用，请登录后操作' },
  apiKeysFull: { code: 1565, message: '有效的密钥已达 20 个，请先撤销不再使用的' },
  webhooksFull: { code: 1566, message: '推送地址已达 10 个，请先删除不再使用的' },
  webhookStopped: { code: 1567, message: '推送地址已停用，请先启用' },
  webhookWaiting: { code: 1568, message: '该事件正在等待推送，无需重发' },
  /** Content { kind, id }: what has the reference already. */
  referenceUsed: { code: 1569, message: '该单号已用于贵企业的另一条记录，请核对' },
  ticketOff: { code: 1163, message: '本站未开通园区服务' },
  /** Content: `listings` with id, title and message of each. */
  pricesOutdated: { code: 1590, message: '有商品或服务在您预览之后被修改，价格均未调整，请重新预览' },
  /** Content: `listings` with id, title and message of each. */
  pricesRefused: { code: 1591, message: '有商品或服务现在不能调价，价格均未调整，请重新预览' },
  /** Content: `specs` with their current stock. */
  stocksOutdated: { code: 1592, message: '有规格的库存在您预览之后有变化，库存均未调整，请重新预览' },
} as const satisfies Record<string, { code: number; message: string }>

export type FailureName = keyof typeof failures
export const isFailureName = (name: string): name is FailureName => Object.hasOwn(failures, name)

/** Failures that may be an attack: they are logged for the operators, with reason, account and address. */
export const securityFailures: ReadonlySet<FailureName> = new Set([
  ...(['forbidden', 'tooMany', 'sessionInvalid', 'wrongPassword', 'accountLocked', 'tooManyGuesses'] as const),
  ...(['captchaNeeded', 'captchaWrong', 'codeTooSoon', 'codesUsedUp', 'codeWrong', 'codeSpent'] as const),
  ...(['ticketSpent', 'ssoRefused', 'invitationOther', 'roleBeyond', 'annexStopped', 'operatorForbidden'] as const),
  ...(['apiKeyInvalid', 'apiKeyExpired', 'apiKeyRevoked', 'apiKeyNetwork', 'apiKeyCall'] as const),
  ...(['fileTypeRefused', 'fileTooLarge', 'fileBroken', 'filesFull', 'tooLarge', 'tooDeep'] as const),
])

/** A key that is not, or no longer, valid. */
const keyRefusals: ReadonlySet<number> = new Set([
  failures.apiKeyInvalid.code,
  failures.apiKeyExpired.code,
  failures.apiKeyRevoked.code,
])

/** HTTP status that goes with an envelope code. */
export function httpStatus(code: number): number {
  if (isSessionOver(code) || keyRefusals.has(code)) return 401
  return code >= 1000 ? 422 : code
}

/** An invalid field of an input; `field` is its dotted path. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** Thrown by handlers; the one translator turns it into an envelope. `content` helps the page say more. */
export class CallFailed extends Error {
  readonly failure: FailureName
  readonly content: unknown

  constructor(failure: FailureName, content: unknown = null) {
    super(failures[failure].message)
    this.name = 'CallFailed'
    this.failure = failure
    this.content = content
  }
}

/** A temporary failure: `content.retryAfter` has the seconds, and the message says when to retry. */
export const failedFor = (failure: FailureName, seconds: number) =>
  new CallFailed(failure, { retryAfter: Math.max(1, Math.ceil(seconds)) })

/** `42 秒`, `5 分钟`, `2 小时`: how long until `retryAfter` is over, rounded up. */
export function formatWaitTime(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3600)} 小时`
}

/** Input errors found after schema validation: named fields, code 400. */
export const fieldFailed = (...errors: FieldError[]) => new CallFailed('invalidInput', errors)
