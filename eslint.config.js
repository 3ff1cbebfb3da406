import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules", ".venv", "build", "dist", "docs", "examples", "clients/js/gen", "loadtest"] },
  js.configs.recommended,
  {
    files: ["web/**/*.js"],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ["clients/**/*.js"],
    languageOptions: { globals: globals.node },
  },
  {
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "object-shorthand": "error" },
  },
];
