package io.aliquot.cli;

import io.aliquot.claims.sweep.Cleanup;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aliquot cleanup}: what an uninstall runs before the webhook goes. */
@Command(
        name = "cleanup",
        description = "Delete the templates that no pod uses, and name those that stay.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the API server did not answer, or refused"})
final class CleanupCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        try (KubernetesClient client = ApiClient.connect()) {
            print(text(new Cleanup(client).run()));
            return 0;
        } catch (RuntimeException e) {
            print("aliquot cleanup: " + ApiClient.sentence(e).orElseThrow(() -> e) + "\n");
            return 1;
        }
    }

    private void print(String text) {
        PrintWriter out =
                Objects.requireNonNull(spec, "picocli gives it").commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private static String text(Cleanup.Result result) {
        StringBuilder text = new StringBuilder("deleted templates: " + result.deleted() + "\n");
        if (!result.inUse().isEmpty()) {
            text.append("still used by pods, and left: ")
                    .append(result.inUse().size())
                    .append('\n');
            result.inUse().forEach(id -> text.append("  ").append(id).append('\n'));
            text.append("once these pods are gone: kubectl delete resourceclaimtemplates -A"
                    + " -l app.kubernetes.io/managed-by=aliquot\n");
        }
        return text.toString();
    }
}
