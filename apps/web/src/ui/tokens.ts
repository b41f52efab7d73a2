export interface TokenTable {
  primary: string;
  primaryHover: string;
  onPrimary: string;
  success: string;
  warning: string;
  error: string;
  errorHover: string;
  text: string;
  textSecondary: string;
  textHint: string;
  ground: string;
  card: string;
  /** Background of menus, dialogs and notices. */
  raised: string;
  /** Background of the sign-in page. */
  welcome: string;
  line: string;
  control: string;
  focus: string;
  hover: string;
  selected: string;
  successTint: string;
  warningTint: string;
  errorTint: string;
  infoTint: string;
  neutralTint: string;
  menuGround: string;
  menuText: string;
  menuSelected: string;
  shadowFloating: string;
}

export type ThemeName = 'light' | 'dark';

const light: TokenTable = {
  primary: '#0958d9',
  primaryHover: '#003eb3',
  onPrimary: '#ffffff',
  success: '#237804',
  warning: '#ad4e00',
  error: '#cf1322',
  errorHover: '#a8071a',
  text: 'rgba(0, 0, 0, 0.88)',
  textSecondary: 'rgba(0, 0, 0, 0.65)',
  textHint: 'rgba(0, 0, 0, 0.55)',
  ground: '#f5f7fa',
  card: '#ffffff',
  raised: '#ffffff',
  welcome: 'linear-gradient(160deg, #e8f1ff 0%, #f5f7fa 45%)',
  line: '#d9dde3',
  control: '#858e9c',
  focus: '#0958d9',
  hover: 'rgba(0, 0, 0, 0.04)',
  selected: '#e6f4ff',
  successTint: '#f6ffed',
  warningTint: '#fff7e6',
  errorTint: '#fff1f0',
  infoTint: '#e6f4ff',
  neutralTint: '#f2f4f7',
  menuGround: '#001529',
  menuText: '#a6adb4',
  menuSelected: '#0958d9',
  shadowFloating: '0 6px 16px rgba(0, 0, 0, 0.12)',
};

const dark: TokenTable = {
  ...light,
  primary: '#69b1ff',
  primaryHover: '#91caff',
  onPrimary: 'rgba(0, 0, 0, 0.88)',
  success: '#95de64',
  warning: '#ffc069',
  error: '#ff7875',
  errorHover: '#ffa39e',
  text: 'rgba(255, 255, 255, 0.88)',
  textSecondary: 'rgba(255, 255, 255, 0.7)',
  textHint: 'rgba(255, 255, 255, 0.6)',
  ground: '#0f1115',
  card: '#141414',
  raised: '#1d1f23',
  welcome: 'linear-gradient(160deg, #101c33 0%, #0f1115 45%)',
  line: '#3a3f47',
  control: '#7c8592',
  focus: '#69b1ff',
  hover: 'rgba(255, 255, 255, 0.08)',
  selected: '#111a2c',
  successTint: '#162312',
  warningTint: '#2b1d11',
  errorTint: '#2a1215',
  infoTint: '#111a2c',
  neutralTint: '#1f2329',
  shadowFloating: '0 6px 16px rgba(0, 0, 0, 0.6)',
};

/** Colour table, the source of the CSS variables (`--c-…`) and of antd's theme. */
export const tokens: Readonly<Record<ThemeName, TokenTable>> = { light, dark };

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Writes the colours as CSS variables: `textHint` becomes `--c-text-hint`. */
export function applyTokens(theme: ThemeName): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(tokens[theme]))
    root.style.setProperty(`--c-${dashed(name)}`, String(value));
  root.style.colorScheme = theme;
  root.dataset['theme'] = theme;
}
