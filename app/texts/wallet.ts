export const funds = { title: "资金管理" };

export const records = {
  title: "账单明细",
  tabs: ["充值记录", "金币记录", "提现记录"],
};

export const withdrawal = {
  title: "申请提现",
  available: "可提现金额：0",
  amount: "提现金额",
  noAmount: "请输入金额",
  code: "收款码",
  codeHints: { choose: "请上传所选方式的收款码图片", uploaded: "收款码已上传" },
  noCode: "请上传收款码",
  method: "收款方式",
  methods: { wx: "微信", zfb: "支付宝" },
  confirm: "确认提现",
  sending: "提交中...",
  done: "提交成功",
  records: "提现记录",
};

export const vip = {
  title: "会员中心",
  plans: "会员套餐",
  status: "会员状态",
  plan: (days: number, price: number) => `${days}天 ¥${price}`,
  days: (days: number) => `${days}天`,
  offer: "限时优惠",
  benefitsTitle: "会员权益",
  benefits: {
    coins: "金币视频免费看",
    vip: "VIP视频免费看",
    hidden: "暗网视频免费看",
    profile: "修改头像昵称",
    quality: "高清画质",
    route: "专属线路",
    ads: "免广告播放",
    service: "专属客服",
  },
  questionsTitle: "常见问题",
  questions: {
    failed: "多次支付失败，请更换支付方式再试",
    arrival: "支付后2至10分钟内到账",
    warning: "部分手机可能误报病毒，请只从本站下载安装",
  },
  open: "立即开通",
  renew: "立即续费",
  choose: "请选择会员套餐",
};

export const pay = {
  title: "金币充值",
  options: "充值金额",
  option: (coins: string, price: number) => `${coins}金币 ¥${price}`,
  amount: "请输入金额",
  least: (yuan: number) => `最低充值金额为${yuan}，已自动修改`,
  most: (yuan: number) => `最高充值金额为${yuan}`,
  whole: "充值金额须为整数，已自动修改",
  recharge: "立即充值",
  tooFew: (missing: string) => `金币不足，还差${missing}金币`,
  andThen: "充值后自动购买本集",
};
