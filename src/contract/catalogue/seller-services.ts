import { z } from 'zod'
import { seller } from '../access.ts'
import { call } from '../call.ts'
import { outcomes } from '../daily-list.ts'
import { id } from '../fields.ts'
import { serviceWireForm } from './listing-form.ts'
import * as publishing from './publishing.ts'

const access = seller('org_service_manage')

const { title, priceType, price, highPrice, pictureUrl, ...shared } = publishing.sellerRow
/** A service in its seller's list. */
export const sellerServiceRow = z.object({
  serviceId: id,
  serviceNo: z.string(),
  serviceName: title,
  serviceMainPicUrl: pictureUrl,
  servicePriceType: priceType,
  servicePrice: price,
  serviceHighPrice: highPrice,
  ...shared,
})
export type SellerServiceRow = z.output<typeof sellerServiceRow>

const opened = z.object({
  serviceId: id,
  serviceNo: z.string(),
  ...publishing.opened,
  /** The pending change if there is one, else the service itself. */
  form: serviceWireForm,
})
export type OpenedService = z.output<typeof opened>

const saved = z.object({ serviceId: id, ...publishing.saved })

export const sellerServicesCalls = {
  sellerServices: call({
    path: '/mall/service/seller-list-page',
    summary: '本店的服务，最近修改的在前',
    access,
    byKey: true,
    reads: true,
    input: z.object(publishing.sellerList),
    output: z.object({ total: z.int(), data: z.array(sellerServiceRow) }),
  }),
  sellerService: call({
    path: '/mall/service/seller-detail',
    summary: '打开一项服务编辑：有未生效的修改时为修改后的内容',
    access,
    byKey: true,
    reads: true,
    input: z.object({ serviceId: id }),
    output: opened,
    ours: true,
  }),
  serviceSave: call({
    path: '/mall/service/save',
    summary: '新建服务：存草稿或提交审核',
    access,
    input: serviceWireForm.extend({ submit: publishing.submit }),
    output: saved,
    failures: ['notCertified', 'certificationExpired', 'tooManyListings'],
    idempotent: true,
    logs: '新建服务',
  }),
  serviceUpdate: call({
    path: '/mall/service/update',
    summary: '修改服务：已上架的，修改通过审核后生效',
    access,
    input: serviceWireForm.extend({ serviceId: id, version: publishing.version, submit: publishing.submit }),
    output: saved,
    failures: ['conflict', 'notCertified', 'certificationExpired', 'stepNotAllowed'],
    logs: '修改服务',
  }),
  /** Discards a pending change; the published version stays unchanged. */
  serviceChangeDelete: call({
    path: '/mall/service/change-drop',
    summary: '放弃一项服务未生效的修改',
    access,
    input: z.object({ serviceId: id }),
    output: z.object({}),
    ours: true,
    logs: '放弃服务的修改',
  }),
  serviceCount: call({
    path: '/mall/service/getCount',
    summary: '本店各状态的服务数',
    access,
    reads: true,
    input: z.object({}),
    output: publishing.counts,
  }),
  serviceChangeStatus: call({
    path: '/mall/service/changeStatus',
    summary: '批量提交、撤回、下架、重新上架',
    access,
    input: z.object({ serviceIds: publishing.ids, event: publishing.event }),
    output: outcomes,
    failures: ['notCertified', 'certificationExpired'],
    logs: '变更服务状态',
  }),
  serviceDelete: call({
    path: '/mall/service/delete',
    summary: '删除草稿、未通过和已下架的服务',
    access,
    input: z.object({ serviceIds: publishing.ids }),
    output: outcomes,
    logs: '删除服务',
  }),
}
