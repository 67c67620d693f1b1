import { z } from 'zod'
import { maxLoggerLines, loggerFaults } from '../../domain/orders/samples/logger-file.ts'
import { readingFormats } from '../../domain/orders/samples/reading.ts'
import {
  excursionVerdicts,
  quarantines,
  sampleActions,
  sampleStatuses,
  sampleSteps,
  shipmentStatuses,
} from '../../domain/orders/samples/sample-states.ts'
import {
  arrivalConditions,
  isIntact,
  maxAmount,
  maxLabels,
  maxPackedSamples,
  maxSampleName,
  maxSampleNote,
  maxSplitParts,
  sampleHazards,
  sampleKinds,
  sampleUnits,
  storageConditions,
} from '../../domain/orders/samples/sample-terms.ts'
import {
  maxTemperature,
  maxTolerance,
  maxToleranceMinutes,
  minTemperature,
  temperatureUnits,
} from '../../domain/orders/samples/temperature.ts'
import { sides } from '../../domain/sides.ts'
import { company, exporting, operator, seller } from '../access.ts'
import { call } from '../call.ts'
import { id, keyword, listOf, moment, optionalText, paging, text } from '../fields.ts'
import { historyStep } from '../state.ts'

const buyer = company('my_orders')
const supplier = seller('order_manage')

/** Hundredths of a degree Celsius. */
const temperature = z.int().min(minTemperature, '温度超出范围').max(maxTemperature, '温度超出范围')
const limit = temperature.nullable()
/** Thousandths of the unit. */
const amount = z.int().min(1, '请填写数量').max(maxAmount, '数量过大')

const row = z.object({
  sampleId: id,
  sampleNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  name: z.string(),
  kind: z.enum(sampleKinds),
  /** Thousandths of the unit. */
  amount: z.int(),
  unit: z.enum(sampleUnits),
  storage: z.enum(storageConditions),
  /** Hundredths of a degree Celsius. */
  minTemp: limit,
  maxTemp: limit,
  hazards: z.array(z.enum(sampleHazards)),
  status: z.enum(sampleStatuses),
  quarantine: z.enum(quarantines),
  /** Side that has it. */
  holder: z.enum(sides),
  isHolder: z.boolean(),
  /** The other company of the order. */
  partner: z.string(),
  /** Milestone of the order; null = of the whole order. */
  milestone: z.string().nullable(),
  /** Actions of the reading side. */
  actions: z.array(z.enum(sampleActions)),
  createdAt: moment,
})
export type SampleRow = z.output<typeof row>

const excursion = z.object({
  excursionId: id,
  /** Name of the sensor, or the serial number of the logger. */
  source: z.string(),
  firstAt: moment,
  lastAt: moment,
  worst: temperature,
  /** null = the buyer has not decided. */
  verdict: z.enum(excursionVerdicts).nullable(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: moment.nullable(),
})
export type Excursion = z.output<typeof excursion>

const shipmentRow = z.object({
  shipmentId: id,
  shipmentNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  fromSide: z.enum(sides),
  isGiver: z.boolean(),
  status: z.enum(shipmentStatuses),
  minTemp: limit,
  maxTemp: limit,
  tolerance: z.int(),
  toleranceMinutes: z.int(),
  carrier: z.string(),
  trackingNo: z.string(),
  /** Number of samples. */
  count: z.int(),
  /** Excursions that wait for the buyer. */
  undecided: z.int(),
  shippedAt: moment.nullable(),
  receivedAt: moment.nullable(),
  createdAt: moment,
})
export type ShipmentRow = z.output<typeof shipmentRow>

const sample = row.extend({
  note: z.string(),
  parent: z.object({ sampleId: id, sampleNo: z.string() }).nullable(),
  parts: z.array(z.object({ sampleId: id, sampleNo: z.string(), amount: z.int(), status: z.enum(sampleStatuses) })),
  /** Newest first. */
  shipments: z.array(shipmentRow),
  /** Chain of custody, oldest first. */
  history: z.array(historyStep),
})
export type Sample = z.output<typeof sample>

/** What both sides confirm of a hand-over. */
const shipment = shipmentRow.extend({
  buyer: z.string(),
  seller: z.string(),
  remark: z.string(),
  /** Persons of both confirmations; '' = not confirmed. */
  shippedBy: z.string(),
  receivedBy: z.string(),
  condition: z.enum(arrivalConditions).nullable(),
  conditionNote: z.string(),
  photo: z.object({ name: z.string(), url: z.string() }).nullable(),
  samples: z.array(row),
  /** Newest first. */
  excursions: z.array(excursion),
  sensors: z.array(
    z.object({ sensorId: id, name: z.string(), isOwn: z.boolean(), from: moment, until: moment.nullable() }),
  ),
  /** Of all readings; null = none. `hash`: SHA-256 of all of them in order, hex. */
  digest: z.object({ count: z.int(), min: temperature, max: temperature, hash: z.string() }).nullable(),
  /** Readings of each source, thinned out to the lowest and the highest of equal spans. Oldest first. */
  series: z.array(
    z.object({
      source: z.string(),
      points: z.array(z.object({ at: moment, temperature })),
    }),
  ),
  maySend: z.boolean(),
  mayCancel: z.boolean(),
  mayReceive: z.boolean(),
  mayDecide: z.boolean(),
  mayAssign: z.boolean(),
  mayImport: z.boolean(),
})
export type Shipment = z.output<typeof shipment>

const orderSamples = z.object({
  orderNo: z.string(),
  milestones: z.array(z.object({ milestoneId: id, name: z.string() })),
  mayRegister: z.boolean(),
  /** Newest first. */
  samples: z.array(row),
  shipments: z.array(shipmentRow),
})
export type OrderSamples = z.output<typeof orderSamples>

const sensorRow = z.object({
  sensorId: id,
  name: z.string(),
  /** MQTT user name and the one topic it may publish to. */
  userName: z.string(),
  topic: z.string(),
  revokedAt: moment.nullable(),
  lastReading: z.object({ at: moment, temperature }).nullable(),
  /** Why the last message was refused; '' = none was. */
  refusal: z.string(),
  refusedAt: moment.nullable(),
  shipment: z.object({ shipmentId: id, shipmentNo: z.string() }).nullable(),
  createdAt: moment,
})
export type SensorRow = z.output<typeof sensorRow>

const listing = z.object({
  ...paging,
  keyword: keyword.default(''),
  status: z.enum(sampleStatuses).optional(),
  /** `true`: only samples in quarantine or to be destroyed. */
  stopped: z.boolean().optional(),
})
const ofOrder = z.object({ orderId: id })
const ofSample = z.object({ sampleId: id })
const ofShipment = z.object({ shipmentId: id })
const registration = z
  .object({
    orderId: id,
    milestoneId: id.nullable().default(null),
    name: text(maxSampleName),
    kind: z.enum(sampleKinds, { error: '请选择类型' }),
    amount,
    unit: z.enum(sampleUnits, { error: '请选择单位' }),
    /** How many equal samples to register. */
    copies: z.int('请填写整数').min(1, '至少 1 个').max(maxSplitParts, `一次最多 ${maxSplitParts} 个`).default(1),
    storage: z.enum(storageConditions, { error: '请选择保存条件' }),
    minTemp: limit.default(null),
    maxTemp: limit.default(null),
    hazards: z.array(z.enum(sampleHazards)).max(sampleHazards.length).default([]),
    note: optionalText(maxSampleNote).default(''),
  })
  .refine(({ minTemp, maxTemp }) => minTemp === null || maxTemp === null || minTemp < maxTemp, {
    path: ['maxTemp'],
    message: '最高温度须高于最低温度',
  })
export type SampleRegistration = z.output<typeof registration>
const splitting = z.object({ sampleId: id, parts: z.array(amount).min(2, '至少分为两份').max(maxSplitParts) })
const step = z.object({ sampleId: id, event: z.enum(sampleSteps), reason: text(maxSampleNote) })
const labels = z.object({ sampleIds: z.array(id).min(1).max(maxLabels) })
const packing = z.object({
  orderId: id,
  sampleIds: z.array(id).min(1, '请选择样品').max(maxPackedSamples),
  /** Hundredths of a degree. */
  tolerance: z.int().min(0).max(maxTolerance).default(0),
  toleranceMinutes: z.int('请填写整数').min(0).max(maxToleranceMinutes).default(0),
  remark: optionalText(maxSampleNote).default(''),
})
export type SamplePacking = z.output<typeof packing>
const sending = z.object({ shipmentId: id, carrier: text(40), trackingNo: optionalText(60).default('') })
const receipt = z
  .object({
    shipmentId: id,
    condition: z.enum(arrivalConditions, { error: '请选择到货状况' }),
    note: optionalText(maxSampleNote).default(''),
    photoId: z.string().max(40).nullable().default(null),
  })
  .refine(({ condition, note }) => isIntact(condition) || note !== '', { path: ['note'], message: '请说明到货状况' })
const readingsFile = z.object({
  shipmentId: id,
  format: z.enum(readingFormats).default('xlsx').describe('文件格式：xlsx 为 Excel 表格，csv 为 CSV（时间为 UTC）'),
})
const verdict = z.object({ excursionId: id, verdict: z.enum(excursionVerdicts), reason: text(maxSampleNote) })
const loggerFile = z.object({
  shipmentId: id,
  /** An uploaded CSV file. */
  fileId: z.string().min(1).max(40),
  serialNo: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,40}$/, '请填写记录仪编号，限字母、数字与 - _ .'),
  unit: z.enum(temperatureUnits),
  /** Minutes east of UTC of times without an offset; Beijing = 480. */
  offsetMinutes: z.int().min(-720).max(840).default(480),
})
export type LoggerFile = z.output<typeof loggerFile>
const sheet = z.object({ url: z.string(), name: z.string() })
const sensorName = text(40)
const made = sensorRow.extend({
  /** Shown once; only its hash is stored. */
  secret: z.string(),
})
export type MadeSensor = z.output<typeof made>

const registerFailures = ['samplesFull', 'sampleOrderOver', 'sampleUnitWhole'] as const
const splitFailures = [
  'splitSumWrong',
  'sampleUnitWhole',
  'sampleQuarantined',
  'stepNotAllowed',
  'samplesFull',
] as const
const stepFailures = ['sampleQuarantined', 'stepNotAllowed'] as const
const packFailures = ['sampleNotPackable', 'shipmentLimitsClash', 'sampleOrderOver'] as const
const loggerFailures = [
  'stepNotAllowed',
  'loggerFileWrong',
  'loggerFileEmpty',
  'loggerFileLong',
  'loggerOutsideShipment',
  'fileTooComplex',
  'filesBusy',
] as const
const assignFailures = ['sensorRevoked', 'sensorBusy', 'shipmentTakesNoSensor'] as const
const assignment = z.object({
  sensorId: id,
  /** null = takes the sensor out of its shipment. */
  shipmentId: id.nullable(),
})

/** Samples of orders: registration, labels, hand-over, temperature. For the two companies of the order. */
export const samplesCalls = {
  buyerSamples: call({
    path: '/fmall/sample/buyer/list',
    summary: '本企业采购订单的样品，可按状态、隔离与编号名称筛选',
    access: buyer,
    reads: true,
    input: listing,
    output: listOf(row),
    ours: true,
  }),
  sellerSamples: call({
    path: '/fmall/sample/saler/list',
    summary: '本企业承接订单的样品，可按状态、隔离与编号名称筛选',
    access: supplier,
    reads: true,
    input: listing,
    output: listOf(row),
    ours: true,
  }),
  buyerSample: call({
    path: '/fmall/sample/buyer/detail',
    summary: '一个样品：保存条件、分样、运输与交接记录',
    access: buyer,
    reads: true,
    input: ofSample,
    output: sample,
    ours: true,
  }),
  sellerSample: call({
    path: '/fmall/sample/saler/detail',
    summary: '一个样品：保存条件、分样、运输与交接记录',
    access: supplier,
    reads: true,
    input: ofSample,
    output: sample,
    ours: true,
  }),
  sampleFind: call({
    path: '/fmall/sample/find',
    summary: '由标签上的编号或二维码内容找到本企业订单的样品',
    access: company(),
    reads: true,
    input: z.object({ code: z.string().trim().min(1).max(300) }),
    output: z.object({ sampleId: id, sampleNo: z.string(), side: z.enum(sides) }),
    ours: true,
  }),
  buyerOrderSamples: call({
    path: '/fmall/sample/buyer/order',
    summary: '一份采购订单的样品与运输',
    access: buyer,
    reads: true,
    input: ofOrder,
    output: orderSamples,
    ours: true,
  }),
  sellerOrderSamples: call({
    path: '/fmall/sample/saler/order',
    summary: '一份承接订单的样品与运输',
    access: supplier,
    reads: true,
    input: ofOrder,
    output: orderSamples,
    ours: true,
  }),
  disputeSamples: call({
    path: '/fmall/sample/dispute',
    summary: '平台：争议中订单的样品、运输与交接',
    access: operator('trade'),
    reads: true,
    input: z.object({ disputeId: id }),
    output: orderSamples,
    failures: ['ownCompany'],
    ours: true,
  }),
  buyerSampleRegister: call({
    path: '/fmall/sample/buyer/save',
    summary: '买家为订单或其里程碑登记样品',
    access: buyer,
    idempotent: true,
    input: registration,
    output: z.array(row),
    failures: registerFailures,
    logs: '登记样品',
    ours: true,
  }),
  sellerSampleRegister: call({
    path: '/fmall/sample/saler/save',
    summary: '供应商为订单或其里程碑登记样品',
    access: supplier,
    idempotent: true,
    input: registration,
    output: z.array(row),
    failures: registerFailures,
    logs: '登记样品',
    ours: true,
  }),
  buyerSampleSplit: call({
    path: '/fmall/sample/buyer/split',
    summary: '保管样品的一方分样，各份数量之和等于原样品',
    access: buyer,
    idempotent: true,
    input: splitting,
    output: sample,
    failures: splitFailures,
    logs: '样品分样',
    ours: true,
  }),
  sellerSampleSplit: call({
    path: '/fmall/sample/saler/split',
    summary: '保管样品的一方分样，各份数量之和等于原样品',
    access: supplier,
    idempotent: true,
    input: splitting,
    output: sample,
    failures: splitFailures,
    logs: '样品分样',
    ours: true,
  }),
  buyerSampleStep: call({
    path: '/fmall/sample/buyer/step',
    summary: '保管样品的一方登记用完或销毁，并写明说明',
    access: buyer,
    input: step,
    output: sample,
    failures: stepFailures,
    logs: '登记样品用完或销毁',
    ours: true,
  }),
  sellerSampleStep: call({
    path: '/fmall/sample/saler/step',
    summary: '保管样品的一方登记用完或销毁，并写明说明',
    access: supplier,
    input: step,
    output: sample,
    failures: stepFailures,
    logs: '登记样品用完或销毁',
    ours: true,
  }),
  buyerSampleLabels: call({
    path: '/fmall/sample/buyer/labels',
    summary: '带二维码的样品标签 PDF',
    access: buyer,
    input: labels,
    output: sheet,
    failures: ['filesFull'],
    ours: true,
    perMinute: 20,
  }),
  sellerSampleLabels: call({
    path: '/fmall/sample/saler/labels',
    summary: '带二维码的样品标签 PDF',
    access: supplier,
    input: labels,
    output: sheet,
    failures: ['filesFull'],
    ours: true,
    perMinute: 20,
  }),
  buyerShipment: call({
    path: '/fmall/sample/buyer/shipment/detail',
    summary: '一批样品运输：双方交接、温度曲线与超温处置',
    access: buyer,
    reads: true,
    input: ofShipment,
    output: shipment,
    ours: true,
  }),
  sellerShipment: call({
    path: '/fmall/sample/saler/shipment/detail',
    summary: '一批样品运输：双方交接、温度曲线与超温处置',
    access: supplier,
    reads: true,
    input: ofShipment,
    output: shipment,
    ours: true,
  }),
  buyerShipmentPack: call({
    path: '/fmall/sample/buyer/shipment/save',
    summary: '买家将样品装箱，温度限制取各样品的共同范围',
    access: buyer,
    idempotent: true,
    input: packing,
    output: shipment,
    failures: packFailures,
    logs: '样品装箱',
    ours: true,
  }),
  sellerShipmentPack: call({
    path: '/fmall/sample/saler/shipment/save',
    summary: '供应商将样品装箱，温度限制取各样品的共同范围',
    access: supplier,
    idempotent: true,
    input: packing,
    output: shipment,
    failures: packFailures,
    logs: '样品装箱',
    ours: true,
  }),
  buyerShipmentSend: call({
    path: '/fmall/sample/buyer/shipment/send',
    summary: '买家作为交出方确认交出并填写承运信息',
    access: buyer,
    input: sending,
    output: shipment,
    failures: stepFailures,
    logs: '样品交出并发运',
    ours: true,
  }),
  sellerShipmentSend: call({
    path: '/fmall/sample/saler/shipment/send',
    summary: '供应商作为交出方确认交出并填写承运信息',
    access: supplier,
    input: sending,
    output: shipment,
    failures: stepFailures,
    logs: '样品交出并发运',
    ours: true,
  }),
  buyerShipmentCancel: call({
    path: '/fmall/sample/buyer/shipment/cancel',
    summary: '交出方取消未发出的装箱，样品回到原处',
    access: buyer,
    input: ofShipment,
    output: shipment,
    failures: ['stepNotAllowed'],
    logs: '取消样品装箱',
    ours: true,
  }),
  sellerShipmentCancel: call({
    path: '/fmall/sample/saler/shipment/cancel',
    summary: '交出方取消未发出的装箱，样品回到原处',
    access: supplier,
    input: ofShipment,
    output: shipment,
    failures: ['stepNotAllowed'],
    logs: '取消样品装箱',
    ours: true,
  }),
  buyerShipmentReceive: call({
    path: '/fmall/sample/buyer/shipment/receive',
    summary: '买家作为接收方确认签收与到货状况，可附照片',
    access: buyer,
    input: receipt,
    output: shipment,
    failures: ['stepNotAllowed'],
    logs: '签收样品',
    ours: true,
  }),
  sellerShipmentReceive: call({
    path: '/fmall/sample/saler/shipment/receive',
    summary: '供应商作为接收方确认签收与到货状况，可附照片',
    access: supplier,
    input: receipt,
    output: shipment,
    failures: ['stepNotAllowed'],
    logs: '签收样品',
    ours: true,
  }),
  buyerExcursionVerdict: call({
    path: '/fmall/sample/buyer/excursion/verdict',
    summary: '买家决定超温的样品继续使用或销毁，并写明理由',
    access: buyer,
    input: verdict,
    output: shipment,
    failures: ['excursionDecided'],
    logs: '处置超温样品',
    ours: true,
  }),
  buyerShipmentSheet: call({
    path: '/fmall/sample/buyer/shipment/sheet',
    summary: '一批样品运输的温度记录，Excel 表格或 CSV，最多 100,000 条',
    access: exporting(buyer),
    input: readingsFile,
    output: sheet,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  sellerShipmentSheet: call({
    path: '/fmall/sample/saler/shipment/sheet',
    summary: '一批样品运输的温度记录，Excel 表格或 CSV，最多 100,000 条',
    access: exporting(supplier),
    input: readingsFile,
    output: sheet,
    failures: ['filesFull'],
    ours: true,
    perMinute: 10,
  }),
  buyerLoggerImport: call({
    path: '/fmall/sample/buyer/logger/import',
    summary: `导入温度记录仪的 CSV，最多 ${maxLoggerLines} 行；重复导入不产生重复记录`,
    access: buyer,
    input: loggerFile,
    output: z.object({ added: z.int(), known: z.int(), outside: z.int(), shipment }),
    failures: loggerFailures,
    logs: '导入温度记录',
    ours: true,
    perMinute: 10,
  }),
  sellerLoggerImport: call({
    path: '/fmall/sample/saler/logger/import',
    summary: `导入温度记录仪的 CSV，最多 ${maxLoggerLines} 行；重复导入不产生重复记录`,
    access: supplier,
    input: loggerFile,
    output: z.object({ added: z.int(), known: z.int(), outside: z.int(), shipment }),
    failures: loggerFailures,
    logs: '导入温度记录',
    ours: true,
    perMinute: 10,
  }),
  buyerSensors: call({
    path: '/fmall/sensor/buyer/list',
    summary: '本企业的温度传感器，新登记的在前',
    access: buyer,
    reads: true,
    input: z.object({}),
    output: z.array(sensorRow),
    ours: true,
  }),
  sellerSensors: call({
    path: '/fmall/sensor/saler/list',
    summary: '本企业的温度传感器，新登记的在前',
    access: supplier,
    reads: true,
    input: z.object({}),
    output: z.array(sensorRow),
    ours: true,
  }),
  buyerSensorCreate: call({
    path: '/fmall/sensor/buyer/save',
    summary: '登记传感器并生成凭证，凭证只显示这一次',
    access: buyer,
    input: z.object({ name: sensorName }),
    output: made,
    failures: ['sensorsFull'],
    logs: '登记传感器',
    ours: true,
  }),
  sellerSensorCreate: call({
    path: '/fmall/sensor/saler/save',
    summary: '登记传感器并生成凭证，凭证只显示这一次',
    access: supplier,
    input: z.object({ name: sensorName }),
    output: made,
    failures: ['sensorsFull'],
    logs: '登记传感器',
    ours: true,
  }),
  buyerSensorRevoke: call({
    path: '/fmall/sensor/buyer/revoke',
    summary: '停用传感器：凭证立即失效，连接断开',
    access: buyer,
    input: z.object({ sensorId: id }),
    output: sensorRow,
    failures: ['sensorRevoked'],
    logs: '停用传感器',
    ours: true,
  }),
  sellerSensorRevoke: call({
    path: '/fmall/sensor/saler/revoke',
    summary: '停用传感器：凭证立即失效，连接断开',
    access: supplier,
    input: z.object({ sensorId: id }),
    output: sensorRow,
    failures: ['sensorRevoked'],
    logs: '停用传感器',
    ours: true,
  }),
  buyerSensorAssign: call({
    path: '/fmall/sensor/buyer/assign',
    summary: '将传感器放入一批运输，或从中取出',
    access: buyer,
    input: assignment,
    output: sensorRow,
    failures: assignFailures,
    logs: '放置传感器',
    ours: true,
  }),
  sellerSensorAssign: call({
    path: '/fmall/sensor/saler/assign',
    summary: '将传感器放入一批运输，或从中取出',
    access: supplier,
    input: assignment,
    output: sensorRow,
    failures: assignFailures,
    logs: '放置传感器',
    ours: true,
  }),
}

/** Content of `loggerFileWrong`. */
export const loggerFileFaults = z.object({
  count: z.int(),
  faults: z.array(z.object({ line: z.int(), fault: z.enum(loggerFaults), found: z.string() })),
})
