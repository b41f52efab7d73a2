import darkAlgorithm from 'antd/es/theme/themes/dark/index.js';
import defaultAlgorithm from 'antd/es/theme/themes/default/index.js';

import { tokens, type ThemeName, type TokenTable } from './tokens.ts';

import type { ThemeConfig } from 'antd';

const fontFamily =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

// antd would otherwise derive its own darker shades.
const asTheyStand: typeof darkAlgorithm = (seed, map = darkAlgorithm(seed)) => {
  const { primary, success, warning, error } = tokens.dark;
  return {
    ...map,
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: primary,
    colorSuccess: success,
    colorWarning: warning,
    colorError: error,
  };
};

const darkColors = [darkAlgorithm, asTheyStand];

/** Above dialogs, below the SOS popup. */
const noticePlace = { zIndexPopup: 1800 };

const colorsOf = (token: TokenTable): NonNullable<ThemeConfig['token']> => ({
  colorPrimary: token.primary,
  colorPrimaryHover: token.primaryHover,
  colorPrimaryActive: token.primaryHover,
  colorLink: token.primary,
  colorLinkHover: token.primaryHover,
  colorLinkActive: token.primaryHover,
  colorInfo: token.primary,
  colorSuccess: token.success,
  colorWarning: token.warning,
  colorError: token.error,
  colorErrorHover: token.errorHover,
  colorErrorActive: token.errorHover,
  colorErrorTextHover: token.errorHover,
  colorSuccessBg: token.successTint,
  colorWarningBg: token.warningTint,
  colorErrorBg: token.errorTint,
  colorInfoBg: token.infoTint,
  colorPrimaryBorder: token.focus,
  colorText: token.text,
  colorTextSecondary: token.textSecondary,
  colorTextTertiary: token.textHint,
  colorTextDescription: token.textSecondary,
  colorTextPlaceholder: token.textHint,
  colorTextLightSolid: token.onPrimary,
  colorBgLayout: token.ground,
  colorBgContainer: token.card,
  colorBgElevated: token.raised,
  colorBorder: token.control,
  colorBorderSecondary: token.line,
  colorSplit: token.line,
});

export function antdTheme(name: ThemeName, fontSize: number): ThemeConfig {
  const token = tokens[name];
  return {
    algorithm: name === 'dark' ? darkColors : defaultAlgorithm,
    token: {
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      ...colorsOf(token),
      borderRadius: 4,
      borderRadiusLG: 8,
      fontSize,
      fontFamily,
      lineWidthFocus: 2,
      boxShadow: token.shadowFloating,
      boxShadowSecondary: token.shadowFloating,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Menu: {
        darkItemBg: token.menuGround,
        darkSubMenuItemBg: token.menuGround,
        darkPopupBg: token.menuGround,
        darkItemColor: token.menuText,
        darkItemSelectedBg: token.menuSelected,
        darkItemSelectedColor: '#ffffff',
        itemHeight: 40,
      },
      Table: {
        rowSelectedBg: token.infoTint,
        rowSelectedHoverBg: token.infoTint,
        cellPaddingBlockSM: 4,
        cellFontSizeSM: fontSize - 1,
      },
      Notification: noticePlace,
      Badge: { colorError: tokens.light.error, colorTextLightSolid: tokens.light.onPrimary },
      Checkbox: { colorWhite: token.onPrimary },
    },
  };
}
