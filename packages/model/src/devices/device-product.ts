import { bool, choice, date, decimal, defineResource, file, integer, json, ref, text } from '@kangmai/resource';
import { datums, productProtocols } from '../shared/connection.ts';

const connection = { group: '接入', groupEn: 'Connection' } as const;
const trade = { group: '商品', groupEn: 'Goods' } as const;

export const deviceProduct = defineResource({
  name: 'deviceProduct',
  title: '设备产品',
  en: 'Device products',
  scope: 'both',
  permission: 'Pages.StockManage.DeviceProduct',
  wire: {
    service: 'DeviceProduct', entity: 'DeviceProduct', wrap: true,
    joins: { typeName: 'type.typeName' },
    calls: { list: 'GetAll', rows: 'GetList', edit: 'GetDeviceProductForEdit', save: 'CreateOrEdit', remove: 'Delete', excel: 'GetDeviceProductsToExcel' },
  },
  fields: {
    productName: text({ label: '产品名称', en: 'Name', example: '家用健康监测仪', required: true, max: 100, filter: 'like' }),
    productCode: text({ label: '产品编码', en: 'Product code', example: 'HM-A100', required: true, max: 30, unique: true, filter: 'exact' }),
    type: ref('deviceType', { label: '设备类型', en: 'Type', required: true, filter: 'exact', wire: 'devicesTypeId' }),
    brand: text({ label: '品牌', en: 'Brand', example: '康脉', max: 50, filter: 'like' }),
    model: text({ label: '型号', en: 'Model', example: 'A100', required: true, max: 50 }),
    spec: text({ label: '规格', en: 'Specification', max: 100 }),
    manufacturer: text({ label: '生产企业', en: 'Manufacturer', max: 100 }),
    supplier: text({ label: '供应商', en: 'Supplier', max: 100 }),
    registrationNo: text({ label: '医疗器械注册证或备案号', en: 'Medical device registration', max: 60 }),
    registrationEndsOn: date({ label: '注册证有效期至', en: 'Registration valid until', wire: 'registrationExpire' }),
    warrantyMonths: integer({ label: '保修期', en: 'Warranty', unit: '月', min: 0, max: 60, default: 12 }),
    picture: file({ label: '图片', en: 'Picture', accept: 'image' }),
    manual: file({ label: '说明书', en: 'Manual', wire: 'manualFile' }),
    introduction: text({ label: '产品介绍', en: 'Introduction', max: 20_000, rows: 8, wire: 'introduce' }),
    protocol: choice(productProtocols, { label: '接入协议', en: 'Protocol', default: 'manual', ...connection }),
    datum: choice(datums, { label: '坐标系', en: 'Datum', default: 'wgs84', ...connection, wire: 'coordType' }),
    commands: json({ label: '支持的指令', en: 'Supported commands', ...connection }),
    maxContacts: integer({ label: '联系人上限', en: 'Contact limit', min: 0, max: 50, default: 10, ...connection }),
    measureUnit: text({ label: '单位', en: 'Unit', max: 10, default: '台', ...trade, wire: 'unit' }),
    purchasePrice: decimal({ label: '采购价', en: 'Purchase price', digits: [12, 2], min: 0, unit: '元', sensitive: 'masked', ...trade }),
    salePrice: decimal({ label: '销售价', en: 'Sale price', digits: [12, 2], min: 0, unit: '元', ...trade }),
    rentMonthly: decimal({ label: '月租金', en: 'Monthly rent', digits: [12, 2], min: 0, unit: '元', ...trade }),
    pledgeAmount: decimal({ label: '押金', en: 'Deposit', digits: [12, 2], min: 0, unit: '元', default: 0, ...trade }),
    safetyStock: integer({ label: '安全库存', en: 'Safety stock', min: 0, default: 0, ...trade }),
    isValid: bool({ label: '启用', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
  },
  list: { columns: ['productName', 'productCode', 'type', 'brand', 'model', 'registrationNo', 'protocol', 'isValid'], sort: '-createdAt', search: ['productName', 'productCode', 'model', 'brand'] },
  display: 'productName',
  excel: { import: true, export: true },
});
