/* Messages of errors, the text of which goes nowhere. */
void exit(int status);
void __hecaton_unsupported(const char *what);

unsigned int error_message_count = 0;
int error_one_per_line = 0;
void (*error_print_progname)(void) = 0;

void __hecaton_report(int status) {
  if (error_print_progname != 0) error_print_progname();
  error_message_count++;
  if (status != 0) exit(status);
}
void __hecaton_report_at(int status) {
  if (error_one_per_line != 0) __hecaton_unsupported("`error_at_line` that is silent where it has spoken before");
  __hecaton_report(status);
}
